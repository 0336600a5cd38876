import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineIn } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { maxAttempts, idleTimeoutOf } from './client.js'
import { isPermanentError } from './response-errors.js'
import { abortAfter } from './within.js'

/** What the first wait is at most, in milliseconds; each is twice the one before it. */
const firstPause = 0.2 * seconds
/** How often it is looked how far an upload is. */
const checksPerIdleTimeout = 4

type Target = Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType' | 'ContentLength'>

/**
 * Sends a file. The SDK repeats no request whose body is a stream, because it cannot rewind it; we open the file again.
 * @param timeout of all attempts together, in milliseconds
 */
export async function upload(client: S3Client, target: Target, file: string, timeout: number): Promise<void> {
  const { left } = deadlineIn(timeout)
  for (let attempt = 1; ; attempt++) {
    try {
      await abortAfter(left(), end =>
        send(client, target, file, { idleTimeout: idleTimeoutOf({ timeout }), signal: end }),
      )
      return
    } catch (error) {
      // Spread out: whoever failed together does not come back together.
      const wait = Math.random() * firstPause * 2 ** (attempt - 1)
      if (attempt === maxAttempts || isPermanentError(error) || wait >= left()) throw error
      await pause(wait)
    }
  }
}

interface UploadLimits {
  /** How long nothing may go, in milliseconds. */
  idleTimeout: number
  signal: AbortSignal
}

async function send(
  client: S3Client,
  target: Target,
  file: string,
  { idleTimeout: silence, signal: end }: UploadLimits,
): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  // Opened before anything listens to a stream: a file that is gone is an error of this call.
  const body = (await open(file)).createReadStream()
  const stalled = new AbortController()
  let [seen, looks] = [0, 0]
  const timer = setInterval(() => {
    looks = body.bytesRead === seen ? looks + 1 : 0
    seen = body.bytesRead
    if (looks === checksPerIdleTimeout) stalled.abort()
  }, silence / checksPerIdleTimeout)
  try {
    const abortSignal = AbortSignal.any([end, stalled.signal])
    // It takes as long as it takes, as long as it goes on.
    await client.send(new PutObjectCommand({ ...target, Body: body }), { abortSignal, requestTimeout: 0 })
  } finally {
    clearInterval(timer)
    body.destroy()
  }
}
