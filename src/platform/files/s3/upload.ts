import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineIn } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { attempts, silenceOf } from './client.js'
import { isRefusal } from './refusals.js'
import { within } from './within.js'

/** What the first wait is at most, in milliseconds; each is twice the one before it. */
const firstWait = 0.2 * seconds
/** How often it is looked how far an upload is. */
const looksInSilence = 4

type Target = Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType' | 'ContentLength'>

/**
 * Sends a file. The SDK repeats no request whose body is a stream, because it cannot rewind it; we open the file again.
 * @param timeout of all attempts together, in milliseconds
 */
export async function upload(client: S3Client, target: Target, file: string, timeout: number): Promise<void> {
  const { left } = deadlineIn(timeout)
  for (let attempt = 1; ; attempt++) {
    try {
      await within(left(), end => send(client, target, file, { silence: silenceOf({ timeout }), end }))
      return
    } catch (error) {
      // Spread out: whoever failed together does not come back together.
      const wait = Math.random() * firstWait * 2 ** (attempt - 1)
      if (attempt === attempts || isRefusal(error) || wait >= left()) throw error
      await pause(wait)
    }
  }
}

interface Bounds {
  /** How long nothing may go, in milliseconds. */
  silence: number
  end: AbortSignal
}

async function send(client: S3Client, target: Target, file: string, { silence, end }: Bounds): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  // Opened before anything listens to a stream: a file that is gone is an error of this call.
  const body = (await open(file)).createReadStream()
  const stalled = new AbortController()
  let [seen, looks] = [0, 0]
  const timer = setInterval(() => {
    looks = body.bytesRead === seen ? looks + 1 : 0
    seen = body.bytesRead
    if (looks === looksInSilence) stalled.abort()
  }, silence / looksInSilence)
  try {
    const abortSignal = AbortSignal.any([end, stalled.signal])
    // It takes as long as it takes, as long as it goes on.
    await client.send(new PutObjectCommand({ ...target, Body: body }), { abortSignal, requestTimeout: 0 })
  } finally {
    clearInterval(timer)
    body.destroy()
  }
}
