import type { TrackingType } from '../../../../lib/exercise-vocabulary.js'
import type { LoggedSet } from '../models.js'

/** The number of sets of an exercise, in total and by the fields they have. */
export interface SetStatistics {
  sets: number
  loads: number
  reps: number
  seconds: number
  meters: number
  assisted: number
  bodyweight: number
}

export const emptySetStatistics = (): SetStatistics => ({
  sets: 0,
  loads: 0,
  reps: 0,
  seconds: 0,
  meters: 0,
  assisted: 0,
  bodyweight: 0,
})

export function countSet(statistics: SetStatistics, set: LoggedSet): void {
  statistics.sets++
  if (set.load) statistics.loads++
  if (set.reps !== null) statistics.reps++
  if (set.durationSeconds !== null) statistics.seconds++
  if (set.distanceMeters !== null) statistics.meters++
  if (set.loadMode === 'ASSISTED') statistics.assisted++
  if (set.loadMode === 'BODYWEIGHT') statistics.bodyweight++
}

const assistedNames = /\bassisted\b/i
const bodyweightNames = /\b(pull|chin|push|muscle)[- ]?ups?\b|\bdips?\b/i
/** On a machine, the body weight is not the load. */
const machineNames = /\bmachine\b/i

/**
 * Guesses the tracking type of an exercise from its sets and its name.
 * @param name null to use the sets only
 */
export function guessTrackingType(name: string | null, statistics: SetStatistics): TrackingType {
  const { sets, loads, reps, seconds, meters, assisted, bodyweight } = statistics
  const isNamed = (pattern: RegExp) => name !== null && pattern.test(name)
  if (isNamed(assistedNames) || assisted > 0) return 'BODYWEIGHT_ASSISTED_REPS'
  if ((isNamed(bodyweightNames) && !isNamed(machineNames) && reps > 0) || bodyweight > 0)
    return 'BODYWEIGHT_REPS'
  if (2 * reps >= sets && reps > 0) return loads > 0 ? 'WEIGHT_REPS' : 'REPS_ONLY'
  if (meters > 0) return loads > 0 && seconds < meters ? 'SHORT_DISTANCE_WEIGHT' : 'DISTANCE_DURATION'
  if (seconds > 0) return loads > 0 ? 'WEIGHT_DURATION' : 'DURATION'
  return 'WEIGHT_REPS'
}
