import { badUserInputAt } from '../../errors.js'
import { fitting } from '../../lib/object-count.js'
import { days } from '../../lib/quantities.js'
import { latestOnly } from '../../lib/latest-only.js'
import type { OwnedService } from '../owned/service.js'
import { progressCursor, progressOf, type Progress } from './cursor.js'
import type { ChangePage } from './models.js'
import { present, type Presenters } from './present.js'

const maxPageSize = 100
/** A cursor expires this much earlier than tombstones, in milliseconds: clocks of instances differ. */
const expiryMargin = 1 * days
/** Between two notices to one reader, in milliseconds. */
const noticePause = 100

interface Dependencies {
  owned: OwnedService
  presenters: Presenters
  /** Has everything in the feed that was there before the feed was. */
  complete(userId: string): Promise<void>
  tombstoneLifetime: number
  clock: () => Date
}

export function changesService({ owned, presenters, complete, tombstoneLifetime, clock }: Dependencies) {
  async function begin(userId: string): Promise<Progress> {
    await complete(userId)
    const { seq } = await owned.head(userId)
    return { userId, seq: 0, firstSeq: seq, readAt: clock().getTime() }
  }

  return {
    /** @throws AppError BAD_USER_INPUT, CURSOR_EXPIRED */
    async page(userId: string, since: string | null, size: number | null): Promise<ChangePage> {
      const first = size ?? maxPageSize
      if (first < 1 || first > maxPageSize) throw badUserInputAt('first', `must be from 1 to ${maxPageSize}.`)
      const now = clock().getTime()
      const progress =
        since === null
          ? await begin(userId)
          : progressOf(since, userId, { oldest: now - tombstoneLifetime + expiryMargin, now })
      const entries = await owned.feed(userId, progress, first + 1)
      // A page of very large records ends earlier.
      const count = fitting(entries.slice(0, first).map(({ row }) => [row.content, row.derived]))
      const hasMore = entries.length > count
      const page = entries.slice(0, count)

      const living = page.filter(({ deletedAt }) => deletedAt === null)
      const recordOf = await present(presenters, userId, living)

      const seq = page.at(-1)?.seq ?? progress.seq
      // Until the end is reached, deletions of the time before may still be to come.
      const next = hasMore
        ? { ...progress, seq }
        : { userId, seq: Math.max(seq, progress.firstSeq ?? 0), firstSeq: null, readAt: now }
      return {
        changes: page.map(({ type, id, version, deletedAt }) => {
          const record = deletedAt === null ? recordOf(type, id) : null
          // Of a favourite the record is the exercise, which has a version of its own.
          const own = type === 'FAVORITE' ? null : record
          return { type, recordId: id, version: own?.version ?? version, deletedAt, record }
        }),
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
      return latestOnly(cursor, tell => owned.onChange(userId, tell), noticePause)
    },
  }
}

export type ChangesService = ReturnType<typeof changesService>
