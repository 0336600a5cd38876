import { badUserInputAt } from '../../../errors.js'
import { cumulativeLimit, maxStoredObjects, storedObjectCount } from '../../../lib/object-count.js'
import { days } from '../../../lib/quantities.js'
import { maxPageObjects } from '../../../lib/page-limit.js'
import { throttledUpdates } from '../../../lib/throttled-updates.js'
import type { OwnedType } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { encodeProgress, parseProgress, type Progress } from './cursor.js'
import type { Change, ChangePage } from './models.js'
import type { RecordPresenter } from './presenter.js'

const maxPageSize = 100
/** A cursor expires this much earlier than tombstones, in milliseconds: clocks of instances differ. */
const expiryMargin = 1 * days
/** The minimum interval between two notifications of a subscriber, in milliseconds. */
const notificationInterval = 100

interface Dependencies {
  owned: OwnedService
  present: RecordPresenter
  /** Returns whether changes of the type present another record, whose version they then have. */
  isReference(type: OwnedType): boolean
  /** Adds the records that are older than the feed. */
  addMissing(userId: string): Promise<void>
  tombstoneLifetime: number
  clock: () => Date
}

interface ChangesOptions {
  /** Returns the number of objects that are delivered for a change. */
  sizeOf?(change: Change): number
  /** Returns whether the caller may read records of a type. Others are left out. */
  isPermitted?(type: OwnedType): boolean
}

export function changesService(dependencies: Dependencies) {
  const { owned, present, isReference, addMissing, tombstoneLifetime, clock } = dependencies

  async function begin(userId: string): Promise<Progress> {
    await addMissing(userId)
    const { seq } = await owned.head(userId)
    return { userId, seq: 0, firstSeq: seq, readAt: clock().getTime() }
  }

  return {
    /**
     * Reads a page of the feed. The page has fewer changes if its records are very large.
     * @throws AppError BAD_USER_INPUT, CURSOR_EXPIRED
     */
    async page(
      userId: string,
      since: string | null,
      size: number | null,
      { sizeOf = () => 0, isPermitted = () => true }: ChangesOptions = {},
    ): Promise<ChangePage> {
      const first = size ?? maxPageSize
      if (first < 1 || first > maxPageSize)
        throw badUserInputAt('first', `must be between 1 and ${maxPageSize}.`)
      const now = clock().getTime()
      const progress =
        since === null
          ? await begin(userId)
          : parseProgress(since, userId, { oldest: now - tombstoneLifetime + expiryMargin, now })
      const entries = await owned.feed(userId, progress, first + 1)
      const readable = takeUpTo(entries.slice(0, first), maxStoredObjects, ({ row }) =>
        storedObjectCount(row),
      )
      const active = readable.filter(({ type, deletedAt }) => deletedAt === null && isPermitted(type))
      const recordOf = await present(userId, active)
      const changes = readable.map(({ type, id, version, deletedAt, row }) => {
        const record = deletedAt === null ? recordOf(type, id) : null
        const presented = isReference(type) ? null : record
        const change: Change = {
          type,
          recordId: id,
          version: presented?.version ?? version,
          deletedAt,
          record,
        }
        return { change, content: row.content }
      })
      const page = takeUpTo(changes, maxPageObjects, ({ change, content }) =>
        isPermitted(change.type)
          ? sizeOf({ ...change, record: change.record && { ...change.record, ...content } })
          : 0,
      )
      const hasMore = entries.length > page.length

      const seq = entries[page.length - 1]?.seq ?? progress.seq
      // `readAt` only advances at the end of the feed: earlier deletions may be on the pages that follow.
      const next = hasMore
        ? { ...progress, seq }
        : { userId, seq: Math.max(seq, progress.firstSeq ?? 0), firstSeq: null, readAt: now }
      return {
        changes: page.flatMap(({ change }) => (isPermitted(change.type) ? [change] : [])),
        cursor: encodeProgress(next),
        hasMore,
      }
    },

    /** Yields the cursor of the latest change, now and after each change. */
    available(userId: string): AsyncIterableIterator<{ cursor: string }> {
      const cursor = async () => {
        const { seq } = await owned.head(userId)
        const readAt = clock().getTime()
        return { cursor: encodeProgress({ userId, seq, firstSeq: null, readAt }) }
      }
      return throttledUpdates(cursor, notify => owned.onChange(userId, notify), notificationInterval)
    },
  }
}

/** Returns the first items whose total size does not exceed the limit, but at least one. */
function takeUpTo<T>(items: readonly T[], limit: number, sizeOf: (item: T) => number): T[] {
  const exceedsLimit = cumulativeLimit(limit)
  const end = items.findIndex(item => exceedsLimit(sizeOf(item)))
  return end < 0 ? [...items] : items.slice(0, end)
}

export type ChangesService = ReturnType<typeof changesService>
