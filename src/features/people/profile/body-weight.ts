import { earliestDateAt, type CalendarDate } from '../../../lib/calendar.js'
import type { Load } from '../../../lib/units.js'

/** A weight of the body that was measured. */
export interface WeightMeasurement {
  date: CalendarDate
  weight: Load
  /** When it was written down, here. */
  writtenAt: Date
}

/** A weight of the body that somebody set in the profile; without a weight, it was cleared. */
export interface ManualWeight {
  weight: Load | null
  setAt: Date
}

/**
 * The weight that was measured last, unless one was set by hand since. A measurement is later than that if it was
 * written down later, for the same day or a later one.
 * @param weighings in the order of their days
 * @param byHand null where none ever was
 */
export function latestWeight(
  weighings: readonly WeightMeasurement[],
  byHand: ManualWeight | null,
): Load | null {
  if (byHand === null) return weighings.at(-1)?.weight ?? null
  const { weight, setAt } = byHand
  // Where it was set nobody knows: there it may have been the day before.
  const day = earliestDateAt(setAt)
  const later = weighings.findLast(({ date, writtenAt }) => date >= day && writtenAt >= setAt)
  return later?.weight ?? weight
}
