import type { LoadMode, TrackingType } from '../../../training/exercises/vocabulary.js'
import type { LoggedSet } from '../models.js'

/** How often the sets of an exercise say what. */
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
  ...{ sets: 0, loads: 0, reps: 0, seconds: 0, meters: 0, assisted: 0, bodyweight: 0 },
})

export function countSet(traits: SetStatistics, set: LoggedSet): void {
  traits.sets++
  if (set.load) traits.loads++
  if (set.reps !== null) traits.reps++
  if (set.durationSeconds !== null) traits.seconds++
  if (set.distanceMeters !== null) traits.meters++
  if (set.loadMode === 'ASSISTED') traits.assisted++
  if (set.loadMode === 'BODYWEIGHT') traits.bodyweight++
}

const assistedNames = /\bassisted\b/i
const bodyweightNames = /\b(pull|chin|push|muscle)[- ]?ups?\b|\bdips?\b/i
/** A dip machine has a load of its own. */
const machineNames = /\bmachine\b/i

/**
 * How an exercise that only a file knows is tracked: by what its sets say, and by its name.
 * @param name null where the sets say all
 */
export function guessTrackingType(name: string | null, traits: SetStatistics): TrackingType {
  const { sets, loads, reps, seconds, meters, assisted, bodyweight } = traits
  const isNamed = (pattern: RegExp) => name !== null && pattern.test(name)
  if (isNamed(assistedNames) || assisted > 0) return 'BODYWEIGHT_ASSISTED_REPS'
  if ((isNamed(bodyweightNames) && !isNamed(machineNames) && reps > 0) || bodyweight > 0)
    return 'BODYWEIGHT_REPS'
  if (2 * reps >= sets && reps > 0) return loads > 0 ? 'WEIGHT_REPS' : 'REPS_ONLY'
  if (meters > 0) return loads > 0 && seconds < meters ? 'SHORT_DISTANCE_WEIGHT' : 'DISTANCE_DURATION'
  if (seconds > 0) return loads > 0 ? 'WEIGHT_DURATION' : 'DURATION'
  return 'WEIGHT_REPS'
}

/** How loads of an exercise are meant where the file does not say. */
export function defaultLoadMode(trackingType: TrackingType): LoadMode {
  if (trackingType === 'BODYWEIGHT_ASSISTED_REPS') return 'ASSISTED'
  return trackingType === 'BODYWEIGHT_REPS' ? 'BODYWEIGHT' : 'EXTERNAL'
}
