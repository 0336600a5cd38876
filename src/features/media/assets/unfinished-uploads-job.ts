import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { hours } from '../../../lib/quantities.js'
import type { UnfinishedUploadStore, UnfinishedUpload } from './store.js'

/** An upload takes minutes at the most: what is older was left by a crash. In milliseconds. */
const abandonedAfter = 1 * hours
const readAtOnce = 100
/** So many in a row do not fail each for itself: the storage or the database is away. */
const maxConsecutiveFailures = 10

/**
 * What began before is not under way any more.
 * @param after how long it takes at the most, in milliseconds
 */
export function unfinishedUploadCutoff(
  now: Date,
  aloneSince: Date | undefined,
  after = abandonedAfter,
): Date {
  return new Date(Math.max(now.getTime() - after, aloneSince?.getTime() ?? 0))
}

interface Dependencies {
  assets: UnfinishedUploadStore
  incoming: IncomingFolder
  /** Leaves nothing of an upload. */
  discard(upload: UnfinishedUpload): Promise<void>
  /** Where this process is the only one: when it began. What is older was left by a crash, too. */
  aloneSince: Date | undefined
  clock: () => Date
  /** Whether the service ends: then the rest is left for the next start. */
  isClosed: () => boolean
}

/**
 * Removes what crashes have left behind, all of it in one run; what cannot be removed is tried again in the next.
 * @throws AggregateError of what could not be removed
 */
export function unfinishedUploadsJob({
  assets,
  incoming,
  discard,
  aloneSince,
  clock,
  isClosed,
}: Dependencies) {
  return async (): Promise<void> => {
    const abandoned = unfinishedUploadCutoff(clock(), aloneSince)
    const failures: unknown[] = await incoming.deleteOlder(abandoned)
    let inARow = 0
    for await (const upload of unfinished(assets, abandoned)) {
      if (isClosed()) break
      try {
        await discard(upload)
        inARow = 0
      } catch (error) {
        failures.push(error)
        if (++inARow === maxConsecutiveFailures) break
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} leftovers of uploads could not be removed`)
  }
}

async function* unfinished(assets: UnfinishedUploadStore, before: Date): AsyncGenerator<UnfinishedUpload> {
  let last: UnfinishedUpload | undefined
  do {
    const page = await assets.findBefore(before, readAtOnce, last)
    yield* page
    last = page.length < readAtOnce ? undefined : page.at(-1)
  } while (last)
}
