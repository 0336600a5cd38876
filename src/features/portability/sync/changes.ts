import { badUserInputAt } from '../../../errors.js'
import { cumulativeLimit, maxStoredObjects, storedObjectCount } from '../../../lib/object-count.js'
import { days } from '../../../lib/quantities.js'
import { maxPageObjects } from '../../../lib/page-limit.js'
import { throttledUpdates } from '../../../lib/throttled-updates.js'
import type { OwnedType } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { progressCursor, progressOf, type Progress } from './cursor.js'
import type { Change, ChangePage } from './models.js'
import type { RecordPresenter } from './presenter.js'

const maxPageSize = 100
/** A cursor expires this much earlier than tombstones, in milliseconds: clocks of instances differ. */
const expiryMargin = 1 * days
/** Between two notices to one reader, in milliseconds. */
const noticePause = 100

interface Dependencies {
  owned: OwnedService
  present: RecordPresenter
  /** Whether the presented record of a change is another one, whose version is its own. */
  isReference(type: OwnedType): boolean
  /** Has everything in the feed that was there before the feed was. */
  complete(userId: string): Promise<void>
  tombstoneLifetime: number
  clock: () => Date
}

export function changesService(dependencies: Dependencies) {
  const { owned, present, isReference, complete, tombstoneLifetime, clock } = dependencies

  async function begin(userId: string): Promise<Progress> {
    await complete(userId)
    const { seq } = await owned.head(userId)
    return { userId, seq: 0, firstSeq: seq, readAt: clock().getTime() }
  }

  return {
    /**
     * A page that ends earlier where its records are very large.
     * @param sizeOf how many objects are delivered for a change
     * @throws AppError BAD_USER_INPUT, CURSOR_EXPIRED
     */
    async page(
      userId: string,
      since: string | null,
      size: number | null,
      sizeOf: (change: Change) => number = () => 0,
    ): Promise<ChangePage> {
      const first = size ?? maxPageSize
      if (first < 1 || first > maxPageSize)
        throw badUserInputAt('first', `must be between 1 and ${maxPageSize}.`)
      const now = clock().getTime()
      const progress =
        since === null
          ? await begin(userId)
          : progressOf(since, userId, { oldest: now - tombstoneLifetime + expiryMargin, now })
      const entries = await owned.feed(userId, progress, first + 1)
      const readable = upTo(entries.slice(0, first), maxStoredObjects, ({ row }) => storedObjectCount(row))
      const living = readable.filter(({ deletedAt }) => deletedAt === null)
      const recordOf = await present(userId, living)
      const shown = readable.map(({ type, id, version, deletedAt, row }) => {
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
      const page = upTo(shown, maxPageObjects, ({ change, content }) =>
        sizeOf({ ...change, record: change.record && { ...change.record, ...content } }),
      )
      const hasMore = entries.length > page.length

      const seq = entries[page.length - 1]?.seq ?? progress.seq
      // Until the end is reached, deletions of the time before may still be to come.
      const next = hasMore
        ? { ...progress, seq }
        : { userId, seq: Math.max(seq, progress.firstSeq ?? 0), firstSeq: null, readAt: now }
      return {
        changes: page.map(({ change }) => change),
        cursor: progressCursor(next),
        hasMore,
      }
    },

    /** Where the feed stands, at once and after each change. */
    available(userId: string): AsyncIterableIterator<{ cursor: string }> {
      const cursor = async () => {
        const { seq } = await owned.head(userId)
        const readAt = clock().getTime()
        return { cursor: progressCursor({ userId, seq, firstSeq: null, readAt }) }
      }
      return throttledUpdates(cursor, tell => owned.onChange(userId, tell), noticePause)
    },
  }
}

/** Items from the start, but one at least, that are not larger than the limit together. */
function upTo<T>(items: readonly T[], limit: number, sizeOf: (item: T) => number): T[] {
  const isOneTooMany = cumulativeLimit(limit)
  const end = items.findIndex(item => isOneTooMany(sizeOf(item)))
  return end < 0 ? [...items] : items.slice(0, end)
}

export type ChangesService = ReturnType<typeof changesService>
