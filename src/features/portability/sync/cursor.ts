import { AppError } from '../../../errors.js'
import { decodeCursor, encodeCursor, invalidCursor } from '../../../lib/cursors.js'

/** The position of a client in the feed of a user. */
export interface Progress {
  userId: string
  /** The sequence number of the last change that was read. */
  seq: number
  /** During the first sync, the sequence number of the latest change when it started; null afterwards. */
  firstSeq: number | null
  /** The time after which the client may have missed deletions, in Unix milliseconds. */
  readAt: number
}

/** Encodes a null in a cursor. */
const none = -1

export const encodeProgress = ({ userId, seq, firstSeq, readAt }: Progress): string =>
  encodeCursor([userId, seq, firstSeq ?? none, readAt])

interface Validity {
  /** The time before which cursors have expired, in Unix milliseconds. */
  oldest: number
  now: number
}

/** @throws AppError BAD_USER_INPUT if it is not a cursor of this user, CURSOR_EXPIRED if it is older than `oldest` */
export function parseProgress(cursor: string, userId: string, { oldest, now }: Validity): Progress {
  const [owner, seq, firstSeq, readAt] = decodeCursor('since', cursor, ['', 0, 0, 0]) as [
    string,
    number,
    number,
    number,
  ]
  const isValid = [seq, firstSeq - none, readAt].every(part => Number.isSafeInteger(part) && part >= 0)
  if (owner !== userId || !isValid) throw invalidCursor('since')
  if (readAt < oldest)
    throw new AppError(
      'CURSOR_EXPIRED',
      'since is too old: deletions since then are no longer known. Start again without since.',
      { field: 'since' },
    )
  // Limit the time of a cursor from an instance whose clock was ahead, so that it does not expire later than others.
  return { userId, seq, firstSeq: firstSeq === none ? null : firstSeq, readAt: Math.min(readAt, now) }
}
