import { seconds } from '../../../../src/lib/quantities.js'
import type { S3StorageOptions } from '../../../../src/platform/files/s3/client.js'
import { s3Storage } from '../../../../src/platform/files/s3/storage.js'
import type { Credentials } from '../signature-v4.js'

export const names = { 'user-assets': 'the-users', 'app-assets': 'the-app' }

/** Opens the storage on a server with these buckets. */
export const connect = (
  { endpoint, credentials }: { endpoint: string; credentials: Credentials },
  changes: Partial<S3StorageOptions> = {},
) =>
  s3Storage({
    endpoint,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    buckets: names,
    timeout: 10 * seconds,
    clock: () => new Date(),
    log: { warn: () => undefined },
    ...changes,
  })

/** Collects the warnings. */
export function warnings() {
  const messages: string[] = []
  const log: S3StorageOptions['log'] = {
    warn: (_fields: unknown, message = '') => void messages.push(message),
  }
  return { log, messages }
}

/** Sets the local clock ahead until the end of the test. */
export function aheadOfTime(t: { teardown(end: () => void): void }, milliseconds: number): void {
  const own = Date.now
  Date.now = () => own() + milliseconds
  t.teardown(() => (Date.now = own))
}
