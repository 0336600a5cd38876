import { AppError } from '../../errors.js'
import { seconds } from '../../lib/quantities.js'
import type { Asker } from '../../viewer.js'
import type { ProgramWeek } from './models.js'
import { setCountOf } from './outline.js'

/** Planned sets that one request is given: as many as one program has at most. More would hold everybody else up. */
const portion = 5000
/** A subscription asks again and again: how long it counts what was given, in milliseconds. */
const countedFor = 1 * seconds

const given = new WeakMap<Asker, { sets: number; since: number }>()

/** Gives out weeks unless the request has had too much of them. @throws AppError QUERY_TOO_COMPLEX */
export function withinPortion(asker: Asker, weeks: ProgramWeek[]): ProgramWeek[] {
  const now = performance.now()
  const before = given.get(asker)
  const counted = before && now - before.since < countedFor ? before : { sets: 0, since: now }
  counted.sets += setCountOf(weeks)
  given.set(asker, counted)
  if (counted.sets > portion)
    throw new AppError('QUERY_TOO_COMPLEX', 'More than 5,000 planned sets at once: ask for fewer weeks.')
  return weeks
}
