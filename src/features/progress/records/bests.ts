import { oneRepetitionMaximum } from '../../../lib/one-repetition-maximum.js'
import { convertLoad, type Load, type WeightUnit } from '../../../lib/units.js'
import type { TrackingType } from '../../training/exercises/vocabulary.js'
import { isAbove, scoreOf } from './comparison.js'
import { movedLoad } from '../../training/workouts/moved-load.js'
import type { CompletedSet } from '../../training/workouts/performed.js'
import type { Best } from './models.js'
import type { RecordType, RecordUnit } from './vocabulary.js'

/** Metres from which on a pace counts. */
const minPaceDistance = 1000

interface Performance {
  trackingType: TrackingType
  /** In their order, of all entries of the exercise. */
  sets: readonly CompletedSet[]
  bodyWeight: Load | null
}

/** The best of each type of record that there is in one exercise of one workout, none where nothing counts. */
export function bestsOf({ trackingType, sets, bodyWeight }: Performance): Best[] {
  const working = sets.filter(({ type }) => type !== 'WARMUP')
  const bests = measuredTypes.flatMap(type => {
    const measure = measures[type]
    const best = bestOf(type, working, set => measure(set, trackingType, bodyWeight))
    return best ? [{ type, ...best.found, reps: best.set.reps, setId: best.set.id }] : []
  })
  const volume = volumeOf(working, bodyWeight)
  return volume ? [...bests, { type: 'VOLUME', ...volume, reps: null, setId: null }] : bests
}

/**
 * What could be lifted once, by the set that tells the most.
 * @param sets that were done, no warm-ups
 * @returns null where none tells
 */
export function bestEstimate(sets: readonly CompletedSet[], bodyWeight: Load | null): Load | null {
  return bestOf('ONE_RM', sets, set => oneRepMaxEstimate(set, bodyWeight))?.found ?? null
}

interface Measured {
  value: number
  unit: RecordUnit
}

type Measure = (set: CompletedSet, trackingType: TrackingType, bodyWeight: Load | null) => Measured | null

/** What counts of one set. */
const measures = {
  WEIGHT: (set, _trackingType, bodyWeight) => (isRepeated(set) ? loadAsEntered(set, bodyWeight) : null),
  REPS: (set, trackingType) => {
    const isWithoutLoad = !set.load?.value
    const counts = trackingType === 'REPS_ONLY' || (trackingType === 'BODYWEIGHT_REPS' && isWithoutLoad)
    return counts ? positive(set.reps, 'REPS') : null
  },
  ONE_RM: (set, _trackingType, bodyWeight) => oneRepMaxEstimate(set, bodyWeight),
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

const isRepeated = ({ reps }: CompletedSet) => reps !== null && reps > 0

const positive = (value: number | null, unit: RecordUnit): Measured | null =>
  value !== null && value > 0 ? { value, unit } : null

function oneRepMaxEstimate(set: CompletedSet, bodyWeight: Load | null): Load | null {
  const moved = set.loadMode === 'ASSISTED' ? null : movedLoad(set, bodyWeight)
  const value = moved && oneRepetitionMaximum(moved.value, set.reps ?? 0, set.rir)
  return moved && value !== null && value > 0 ? { value, unit: moved.unit } : null
}

/** Help counts as less than nothing: the body without any is better, and what is added better still. */
function loadAsEntered({ loadMode, load }: CompletedSet, bodyWeight: Load | null): Measured | null {
  if (loadMode === 'BODYWEIGHT') return load ?? { value: 0, unit: bodyWeight?.unit ?? 'KG' }
  // Not the negative of it: that of zero would be another zero.
  return load && loadMode === 'ASSISTED' ? { ...load, value: 0 - load.value } : load
}

/** The first where several are equal. A sync asks it of thousands of sets: no lists on the way. */
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

/** What was moved in all sets together, in the unit of most of them; of the first where they are as many. */
function volumeOf(sets: readonly CompletedSet[], bodyWeight: Load | null): Measured | null {
  const moved = sets.flatMap(set => {
    const each = movedLoad(set, bodyWeight)
    const value = (each?.value ?? 0) * (set.reps ?? 0)
    return each && value > 0 ? [{ value, unit: each.unit }] : []
  })
  const counts = new Map<WeightUnit, number>()
  for (const { unit } of moved) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const [most] = [...counts].sort(([, left], [, right]) => right - left)
  if (!most) return null
  const [unit] = most
  return { value: moved.reduce((sum, part) => sum + convertLoad(part, unit), 0), unit }
}
