import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { hours } from '../../../lib/quantities.js'
import { pluralize } from '../../../lib/plural.js'
import type { UnfinishedUploadStore, UnfinishedUpload } from './store.js'

/** Longer than any upload takes. Older entries were left by a crash. */
const maxUploadDuration = 1 * hours
const readBatchSize = 100
/** After this many failures in a row, the storage or the database is assumed to be unavailable. */
const maxConsecutiveFailures = 10

/**
 * Uploads that were started before the returned time are not in progress any more.
 * @param soleInstanceSince see `Dependencies`
 * @param maxDuration in milliseconds
 */
export function unfinishedUploadCutoff(
  now: Date,
  soleInstanceSince: Date | undefined,
  maxDuration = maxUploadDuration,
): Date {
  return new Date(Math.max(now.getTime() - maxDuration, soleInstanceSince?.getTime() ?? 0))
}

interface Dependencies {
  assets: UnfinishedUploadStore
  incoming: IncomingFolder
  discard(upload: UnfinishedUpload): Promise<void>
  /** The start of this process, if it is the only one. Older uploads cannot be in progress. */
  soleInstanceSince: Date | undefined
  clock: () => Date
  /** Returns whether the service is closing. The remaining files are deleted after the next start. */
  isClosed: () => boolean
}

/**
 * Deletes the files of unfinished uploads and deleted records. Failed deletions are repeated in the next run.
 * @throws AggregateError of the failures
 */
export function unfinishedUploadsJob({
  assets,
  incoming,
  discard,
  soleInstanceSince,
  clock,
  isClosed,
}: Dependencies) {
  return async (): Promise<void> => {
    const abandoned = unfinishedUploadCutoff(clock(), soleInstanceSince)
    const failures: unknown[] = await incoming.deleteOlder(abandoned)
    let consecutiveFailures = 0
    for await (const upload of readUnfinishedUploads(assets, abandoned)) {
      if (isClosed()) break
      try {
        await discard(upload)
        consecutiveFailures = 0
      } catch (error) {
        failures.push(error)
        if (++consecutiveFailures === maxConsecutiveFailures) break
      }
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `the files of ${pluralize(failures.length, 'unfinished upload')} could not be deleted`,
      )
  }
}

async function* readUnfinishedUploads(
  assets: UnfinishedUploadStore,
  before: Date,
): AsyncGenerator<UnfinishedUpload> {
  let last: UnfinishedUpload | undefined
  do {
    const page = await assets.findBefore(before, readBatchSize, last)
    yield* page
    last = page.length < readBatchSize ? undefined : page.at(-1)
  } while (last)
}
