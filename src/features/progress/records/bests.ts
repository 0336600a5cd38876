import { oneRepetitionMaximum } from '../../../lib/one-repetition-maximum.js'
import { convertLoad, type Load, type WeightUnit } from '../../../lib/units.js'
import type { TrackingType } from '../../../lib/exercise-vocabulary.js'
import { isAbove, scoreOf } from './comparison.js'
import { movedLoad, type MovedBody } from '../../training/workouts/moved-load.js'
import { isUnaided, type CompletedSet } from '../../training/workouts/performed.js'
import type { Best } from './models.js'
import type { RecordType, RecordUnit } from './vocabulary.js'

/** The minimum distance of a pace record, in meters. */
const minPaceDistance = 1000
/** The minimum share of the body weight from which the one-repetition maximum of a body-weight exercise is estimated. */
const minEstimateShare = 0.9

interface Performance extends MovedBody {
  trackingType: TrackingType
  /** The sets of all entries of the exercise, in order. */
  sets: readonly CompletedSet[]
}

/** Returns the best value of each record type for one exercise in one workout. */
export function bestsOf({ trackingType, sets, ...body }: Performance): Best[] {
  const working = sets.filter(({ type }) => type !== 'WARMUP')
  const bests = measuredTypes.flatMap(type => {
    const measure = measures[type]
    const best = bestOf(type, working, set => measure(set, trackingType, body))
    return best ? [{ type, ...best.found, reps: best.set.reps, setId: best.set.id }] : []
  })
  const volume = volumeOf(working, body)
  return volume ? [...bests, { type: 'VOLUME', ...volume, reps: null, setId: null }] : bests
}

/**
 * Estimates the one-repetition maximum from the best set.
 * @param sets completed working sets
 * @returns null if no set allows an estimate
 */
export function bestEstimate(sets: readonly CompletedSet[], body: MovedBody): Load | null {
  return bestOf('ONE_RM', sets, set => oneRepMaxEstimate(set, body))?.found ?? null
}

/** A load that was lifted for a number of repetitions. */
export interface RepetitionLoad {
  reps: number
  /** As entered; 0 for the body weight alone. */
  load: Load
}

/** @returns null if the set does not count in the records by repetitions */
export function repetitionLoad(
  set: CompletedSet,
  trackingType: TrackingType,
  bodyWeight: Load | null,
): RepetitionLoad | null {
  if (set.loadMode === 'ASSISTED' || !set.reps || !isUnaided(set) || !hasWeight(set, trackingType))
    return null
  const load = loadAsEntered(set, bodyWeight)
  return load && { reps: set.reps, load }
}

interface Measured {
  value: number
  unit: RecordUnit
}

type Measure = (set: CompletedSet, trackingType: TrackingType, body: MovedBody) => Measured | null

const measures = {
  WEIGHT: (set, trackingType, { bodyWeight }) =>
    isUnaided(set) && hasWeight(set, trackingType) ? loadAsEntered(set, bodyWeight) : null,
  REPS: (set, trackingType) => {
    const isWithoutLoad = !set.load?.value
    const counts = trackingType === 'REPS_ONLY' || (trackingType === 'BODYWEIGHT_REPS' && isWithoutLoad)
    return counts && isUnaided(set) ? positive(set.reps, 'REPS') : null
  },
  ONE_RM: (set, _trackingType, body) => oneRepMaxEstimate(set, body),
  TIME: (set, trackingType) =>
    trackingType === 'DURATION' || trackingType === 'WEIGHT_DURATION'
      ? positive(set.durationSeconds, 'S')
      : null,
  DISTANCE: (set, trackingType) =>
    trackingType === 'DISTANCE_DURATION' ? positive(set.distanceMeters, 'M') : null,
  PACE: ({ durationSeconds, distanceMeters }, trackingType) =>
    trackingType === 'DISTANCE_DURATION' && durationSeconds && (distanceMeters ?? 0) >= minPaceDistance
      ? { value: durationSeconds / ((distanceMeters ?? 0) / 1000), unit: 'S_PER_KM' }
      : null,
} satisfies Partial<Record<RecordType, Measure>>

const measuredTypes = Object.keys(measures) as (keyof typeof measures)[]

/**
 * Returns whether a set contains a repetition or, for carries and holds, a distance or a duration. Exercises that record
 * only repetitions have a weight only with a load.
 */
function hasWeight(
  { load, reps, distanceMeters, durationSeconds }: CompletedSet,
  trackingType: TrackingType,
): boolean {
  if (trackingType === 'REPS_ONLY' && load === null) return false
  const isCarryOrHold = trackingType === 'SHORT_DISTANCE_WEIGHT' || trackingType === 'WEIGHT_DURATION'
  const values = isCarryOrHold ? [reps, distanceMeters, durationSeconds] : [reps]
  return values.some(value => value !== null && value > 0)
}

const positive = (value: number | null, unit: RecordUnit): Measured | null =>
  value !== null && value > 0 ? { value, unit } : null

/** Whether a one-repetition maximum can be estimated for an exercise: most body-weight exercises move too little of the body. */
export const isEstimable = ({
  trackingType,
  bodyweightShare,
}: {
  trackingType: TrackingType
  bodyweightShare: number | null
}): boolean => trackingType === 'WEIGHT_REPS' || (bodyweightShare ?? 1) >= minEstimateShare

function oneRepMaxEstimate(set: CompletedSet, body: MovedBody): Load | null {
  const isPartOfBody = set.loadMode === 'BODYWEIGHT' && body.bodyweightShare < minEstimateShare
  if (set.loadMode === 'ASSISTED' || isPartOfBody || !isUnaided(set)) return null
  const moved = movedLoad(set, body)
  const value = moved && oneRepetitionMaximum(moved.value, set.reps ?? 0, set.rir)
  return moved && value !== null && value > 0 ? { value, unit: moved.unit } : null
}

/** Assistance is negative, so that the plain body weight is better, and an added load better still. */
function loadAsEntered({ loadMode, load }: CompletedSet, bodyWeight: Load | null): Load | null {
  if (loadMode === 'BODYWEIGHT') return load ?? { value: 0, unit: bodyWeight?.unit ?? 'KG' }
  // Subtracting avoids negative zero.
  return load && loadMode === 'ASSISTED' ? { ...load, value: 0 - load.value } : load
}

/** Returns the first of equal values. Allocates no lists, because a sync evaluates thousands of sets. */
function bestOf<Found extends Measured>(
  type: RecordType,
  sets: readonly CompletedSet[],
  measure: (set: CompletedSet) => Found | null,
): { found: Found; set: CompletedSet } | null {
  let best: { found: Found; set: CompletedSet } | null = null
  let highest = 0
  for (const set of sets) {
    const found = measure(set)
    if (!found) continue
    const score = scoreOf({ type, value: found.value, unit: found.unit })
    if (best && !isAbove(score, highest)) continue
    best = { found, set }
    highest = score
  }
  return best
}

/** Sums load × repetitions in the most frequent unit, or in the first one if several are equally frequent. */
function volumeOf(sets: readonly CompletedSet[], body: MovedBody): Measured | null {
  const volumes = sets.flatMap(set => {
    const load = movedLoad(set, body)
    const value = (load?.value ?? 0) * (set.reps ?? 0)
    return load && value > 0 ? [{ value, unit: load.unit }] : []
  })
  const counts = new Map<WeightUnit, number>()
  for (const { unit } of volumes) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const [mostFrequent] = [...counts].sort(([, left], [, right]) => right - left)
  if (!mostFrequent) return null
  const [unit] = mostFrequent
  return { value: volumes.reduce((sum, volume) => sum + convertLoad(volume, unit), 0), unit }
}
