import { AppError } from '../../../errors.js'
import { decodeCursor, encodeCursor, invalidCursor } from '../../../lib/cursors.js'

/** How far a reader has come in the feed of a person. */
export interface Progress {
  userId: string
  /** The number of the last change that was read. */
  seq: number
  /** What the latest change was when the first sync began that is under way; null when it is done. */
  firstSeq: number | null
  /** Since when deletions may have been missed, in Unix milliseconds. */
  readAt: number
}

const none = -1

export const progressCursor = ({ userId, seq, firstSeq, readAt }: Progress): string =>
  encodeCursor([userId, seq, firstSeq ?? none, readAt])

interface Validity {
  /** Earlier cursors have expired, in Unix milliseconds. */
  oldest: number
  now: number
}

/** @throws AppError BAD_USER_INPUT for what is no cursor of this person, CURSOR_EXPIRED before `oldest` */
export function progressOf(cursor: string, userId: string, { oldest, now }: Validity): Progress {
  const [owner, seq, firstSeq, readAt] = decodeCursor('since', cursor, ['', 0, 0, 0]) as [
    string,
    number,
    number,
    number,
  ]
  const isWhole = [seq, firstSeq - none, readAt].every(part => Number.isSafeInteger(part) && part >= 0)
  if (owner !== userId || !isWhole) throw invalidCursor('since')
  if (readAt < oldest)
    throw new AppError(
      'CURSOR_EXPIRED',
      'since is too old: deletions since then are no longer known. Start again without since.',
      { field: 'since' },
    )
  // An instance whose clock was ahead has made it: it must not be valid for longer than the others.
  return { userId, seq, firstSeq: firstSeq === none ? null : firstSeq, readAt: Math.min(readAt, now) }
}
