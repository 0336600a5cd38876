import { earliestDateAt, type CalendarDate } from '../../../lib/calendar.js'
import type { Load } from '../../../lib/units.js'

/** A measured body weight. */
export interface WeightMeasurement {
  date: CalendarDate
  weight: Load
  /** When the measurement was saved on the server. */
  writtenAt: Date
}

/** A body weight that was set in the profile; null if it was cleared. */
export interface ManualWeight {
  weight: Load | null
  setAt: Date
}

/**
 * Returns the latest weight: a weight set in the profile, or a measurement that was saved after it for the same or a
 * later day.
 * @param measurements ordered by date
 * @param manual null if none was ever set
 */
export function latestWeight(
  measurements: readonly WeightMeasurement[],
  manual: ManualWeight | null,
): Load | null {
  if (manual === null) return measurements.at(-1)?.weight ?? null
  const { weight, setAt } = manual
  // The time zone is unknown: locally it may have been the day before.
  const day = earliestDateAt(setAt)
  const later = measurements.findLast(({ date, writtenAt }) => date >= day && writtenAt >= setAt)
  return later?.weight ?? weight
}
