import { measureDuration } from '../../lib/measure-duration.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { Bucket, ObjectStorage } from './object-storage.js'

/** Records metrics and spans of storage requests. A read is measured until its content begins. */
export function instrumentStorage(
  inner: ObjectStorage,
  { meter, tracing }: Pick<Telemetry, 'meter' | 'tracing'>,
): ObjectStorage {
  function instrumented<T>(operation: string, bucket: Bucket, work: () => Promise<T>): Promise<T> {
    const attributes = { 'storage.operation': operation, 'storage.bucket': bucket }
    return tracing.span(`storage ${operation}`, { kind: 'client', attributes }, () =>
      measureDuration(work, (outcome, duration) => {
        meter.add('fitness_storage_requests_total', { operation, outcome })
        meter.time('fitness_storage_request_duration_seconds', { operation }, duration)
      }),
    )
  }

  return {
    put: (bucket, key, file, contentType) =>
      instrumented('put', bucket, () => inner.put(bucket, key, file, contentType)),
    read: (bucket, key) => instrumented('read', bucket, () => inner.read(bucket, key)),
    delete: (bucket, key) => instrumented('delete', bucket, () => inner.delete(bucket, key)),
    deleteAll: (bucket, prefix) => instrumented('deleteAll', bucket, () => inner.deleteAll(bucket, prefix)),
    // Signing needs no request to the storage.
    signedUrl: inner.signedUrl,
    ping: inner.ping,
  }
}
