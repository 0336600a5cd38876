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
    if (unavailable !== undefined)
      return [
        failed(
          config.S3_ENDPOINT === undefined
            ? 'Storage: Amazon S3 does not respond. Check that this machine can connect to it, and correct S3_REGION.'
            : `Storage: ${config.S3_ENDPOINT} (S3_ENDPOINT) does not respond. Check that the server runs and that this machine can connect to it, or correct S3_ENDPOINT.`,
        ),
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
      return failed(
        `${subject} returned another object than the one that was stored. Check whether a proxy or cache is in front of the object storage, and set S3_ENDPOINT to the storage itself.`,
      )
    action = 'delete'
    await storage.delete(bucket, key)
    return ok(`${subject} stores, returns and deletes objects`)
  } catch (error) {
    const { message } =
      (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error)
    return failed(
      `${subject} does not allow the service to ${action} an object: ${message}. Grant the access key the permissions that docs/storage.md lists, or correct the name of the bucket.`,
    )
  } finally {
    if (action !== 'store') await storage.delete(bucket, key).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}
