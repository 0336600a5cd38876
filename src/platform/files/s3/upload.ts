import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineIn } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { maxAttempts, idleTimeoutOf } from './client.js'
import { isPermanentError } from './response-errors.js'
import { abortAfter } from './abort-after.js'

/** The maximum of the first pause, in milliseconds. It doubles with each attempt. */
const firstPause = 0.2 * seconds
/** The number of progress checks per idle timeout. */
const checksPerIdleTimeout = 4

type Target = Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType' | 'ContentLength'>

/**
 * Uploads a file with retries. The SDK does not retry requests with a stream as body, because it cannot rewind it, so the
 * file is opened again for each attempt.
 * @param timeout of all attempts together, in milliseconds
 */
export async function upload(client: S3Client, target: Target, file: string, timeout: number): Promise<void> {
  const { left } = deadlineIn(timeout)
  for (let attempt = 1; ; attempt++) {
    try {
      await abortAfter(left(), signal =>
        send(client, target, file, { idleTimeout: idleTimeoutOf({ timeout }), signal }),
      )
      return
    } catch (error) {
      // Random pauses spread out retries of uploads that failed at the same time.
      const wait = Math.random() * firstPause * 2 ** (attempt - 1)
      if (attempt === maxAttempts || isPermanentError(error) || wait >= left()) throw error
      await pause(wait)
    }
  }
}

interface UploadLimits {
  /** How long no data may be sent, in milliseconds. */
  idleTimeout: number
  signal: AbortSignal
}

async function send(
  client: S3Client,
  target: Target,
  file: string,
  { idleTimeout, signal }: UploadLimits,
): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  // Open the file first, so that a missing file rejects this call instead of causing a stream error.
  const body = (await open(file)).createReadStream()
  const idleAbort = new AbortController()
  let [bytesSent, idleChecks] = [0, 0]
  const timer = setInterval(() => {
    idleChecks = body.bytesRead === bytesSent ? idleChecks + 1 : 0
    bytesSent = body.bytesRead
    if (idleChecks === checksPerIdleTimeout) idleAbort.abort()
  }, idleTimeout / checksPerIdleTimeout)
  try {
    const abortSignal = AbortSignal.any([signal, idleAbort.signal])
    // No total timeout: the upload may continue as long as it makes progress.
    await client.send(new PutObjectCommand({ ...target, Body: body }), { abortSignal, requestTimeout: 0 })
  } finally {
    clearInterval(timer)
    body.destroy()
  }
}
