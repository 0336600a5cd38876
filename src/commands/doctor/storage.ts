import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../config.js'
import { buckets, type Bucket, type ObjectStorage } from '../../platform/files/object-storage.js'
import { storageOptions } from '../../platform/platform.js'
import { failed, ok, warning, type Check, type Finding } from './finding.js'

/** Checks that both buckets can be listed, and stores, reads and deletes an object in each. */
export const checkStorage = (config: Config): Check => ({
  name: 'Storage',
  async run() {
    const reported: string[] = []
    const log = { warn: (_details: unknown, message?: string) => void reported.push(message ?? '') }
    const { s3Storage } = await import('../../platform/files/s3/storage.js')
    const options = storageOptions(config, '', { clock: () => new Date(), log })
    if (!('buckets' in options)) return []
    const storage = await s3Storage(options)
    await storage.check()
    const [unavailable] = reported.filter(message => message.includes('does not respond'))
    const endpoint = config.S3_ENDPOINT ?? 'Amazon S3'
    if (unavailable !== undefined)
      return [
        failed(`Storage: ${endpoint} (S3_ENDPOINT) does not respond. Start it, or correct S3_ENDPOINT.`),
      ]
    const findings = await Promise.all(buckets.map(bucket => checkBucket(storage, bucket, options.buckets)))
    return [...findings, ...reported.map(message => warning(`Clock: ${message}`))]
  },
})

async function checkBucket(
  storage: ObjectStorage,
  bucket: Bucket,
  names: Record<Bucket, string>,
): Promise<Finding> {
  const content = randomUUID()
  const key = `doctor/${content}`
  const folder = await mkdtemp(join(tmpdir(), 'fitness-doctor-'))
  const subject = `Storage: the bucket ${names[bucket]}`
  let action = 'store'
  try {
    await writeFile(join(folder, 'probe'), content)
    await storage.put(bucket, key, join(folder, 'probe'), 'text/plain')
    action = 'read'
    const body = await storage.read(bucket, key)
    if (body === null || (await text(body)) !== content)
      return failed(`${subject} returned another object than the one that was stored`)
    action = 'delete'
    await storage.delete(bucket, key)
    return ok(`${subject} stores, returns and deletes objects`)
  } catch (error) {
    const { message } =
      (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error)
    return failed(
      `${subject} does not allow to ${action} an object: ${message}. See docs/storage.md for the required permissions.`,
    )
  } finally {
    if (action !== 'store') await storage.delete(bucket, key).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}
