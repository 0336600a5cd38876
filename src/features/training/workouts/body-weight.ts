import { dateIn, type CalendarDate } from '../../../lib/calendar.js'
import type { Load } from '../../../lib/units.js'
import type { BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import { weightOn } from '../../people/measurements/body-weight-changes.js'
import type { Head } from '../../owned/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import type { WorkoutContent } from './models.js'

export interface BodyWeightDependencies {
  bodyWeightHistory: Pick<BodyWeightHistory, 'around'>
  profile: Pick<ProfileService, 'weight'>
}

/**
 * Returns the body weight that applies to a workout; null if it is unknown, and if no set depends on it.
 * @param imported the body weight of the workout from another source, which precedes the weight in the profile
 */
type BodyWeightLookup = (workout: WorkoutContent, imported?: Load | null) => Load | null

/** Returns whether the load of a set, completed or not, depends on the body weight. */
export const usesBodyWeight = ({ exercises }: Pick<WorkoutContent, 'exercises'>): boolean =>
  exercises.some(({ sets }) => sets.some(({ loadMode }) => loadMode !== 'EXTERNAL'))

/** The day on which the workout started, in its time zone. */
export const localDateOf = ({
  startedAt,
  timezone,
}: Pick<WorkoutContent, 'startedAt' | 'timezone'>): CalendarDate => dateIn(timezone, startedAt)

/** Reads the body weights for workouts that are being saved, in at most two reads. */
export async function readBodyWeights(
  userId: string,
  workouts: readonly WorkoutContent[],
  { counts }: Pick<Head, 'counts'>,
  { bodyWeightHistory, profile }: BodyWeightDependencies,
): Promise<BodyWeightLookup> {
  const days = workouts.filter(usesBodyWeight).map(localDateOf).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return () => null
  // Most users have no measurements.
  const bodyWeights = counts.MEASUREMENT ? await bodyWeightHistory.around(userId, first, last) : []
  const areAllMeasured = weightOn(bodyWeights, first) !== null
  return createBodyWeightLookup(bodyWeights, areAllMeasured ? null : await profile.weight(userId))
}

/**
 * Looks up the latest measurement by the day of a workout, else the imported weight, else the weight in the profile.
 */
export function createBodyWeightLookup(
  bodyWeights: readonly WeightMeasurement[],
  profileWeight: Load | null,
): BodyWeightLookup {
  return (workout, imported = null) =>
    usesBodyWeight(workout)
      ? (weightOn(bodyWeights, localDateOf(workout)) ?? imported ?? profileWeight)
      : null
}
