import { dateIn, type CalendarDate } from '../../../lib/calendar.js'
import type { Load } from '../../../lib/units.js'
import type { MeasurementService } from '../../progress/measurements/service.js'
import { weightOn } from '../../progress/measurements/body-weight-changes.js'
import type { Head } from '../../owned/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import type { WorkoutContent } from './models.js'

export interface BodyWeightDependencies {
  measurements: Pick<MeasurementService, 'bodyWeightsAround'>
  profile: Pick<ProfileService, 'weight'>
}

/**
 * The weight that counts in a workout; null where it is not known, and where no set moves the body.
 * @param told of that workout, from elsewhere: it counts more than what the profile says now
 */
export type BodyWeightOf = (workout: WorkoutContent, told?: Load | null) => Load | null

/** Whether the weight of the body counts in a set, done or not. */
export const movesBody = ({ exercises }: Pick<WorkoutContent, 'exercises'>): boolean =>
  exercises.some(({ sets }) => sets.some(({ loadMode }) => loadMode !== 'EXTERNAL'))

/** The day on which it began, where it took place. */
export const dayOf = ({
  startedAt,
  timezone,
}: Pick<WorkoutContent, 'startedAt' | 'timezone'>): CalendarDate => dateIn(timezone, startedAt)

/** Settles the weights of workouts that are being saved, in one read, or in two where something was done before the first weighing. */
export async function readBodyWeights(
  userId: string,
  workouts: readonly WorkoutContent[],
  { counts }: Pick<Head, 'counts'>,
  { measurements, profile }: BodyWeightDependencies,
): Promise<BodyWeightOf> {
  const days = workouts.filter(movesBody).map(dayOf).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return () => null
  // Most people measure nothing.
  const weighings = counts.MEASUREMENT ? await measurements.bodyWeightsAround(userId, first, last) : []
  const isAllWeighed = weightOn(weighings, first) !== null
  return bodyWeightOf(weighings, isAllWeighed ? null : await profile.weight(userId))
}

/** What was measured last by the day of a workout, else what the profile says. */
export function bodyWeightOf(weighings: readonly WeightMeasurement[], ofProfile: Load | null): BodyWeightOf {
  return (workout, told = null) =>
    movesBody(workout) ? (weightOn(weighings, dayOf(workout)) ?? told ?? ofProfile) : null
}
