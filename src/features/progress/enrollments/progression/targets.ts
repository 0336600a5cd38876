import { toKilograms, convertLoad, type Load } from '../../../../lib/units.js'
import type { PlannedSet } from '../../../training/programs/models.js'
import type { SetTarget } from '../../../training/workouts/models.js'
import { deloadedLoad, inUnitOf, scaledLoad } from './loads.js'
import { isEvaluated, type Track } from './plan.js'
import type { ProgressionReason, TrackState } from './state.js'

const defaultDeloadPercent = 10

export function targetOf(track: Track, state: TrackState, set: PlannedSet, isDeload: boolean): SetTarget {
  const { rpe, durationSeconds, distanceMeters } = set
  const load =
    track.rule?.type === 'PERCENT' ? percentLoad(track, state, set) : loadOf(track, state, set, isDeload)
  return { load, ...repsOf(track, state, set, isDeload), rpe, durationSeconds, distanceMeters }
}

/** Returns the targets of the sets of one entry. Warm-up sets can depend on the first working set. */
export function targetsOf(
  track: Track,
  state: TrackState,
  sets: readonly PlannedSet[],
  isDeload: boolean,
): { set: PlannedSet; target: SetTarget }[] {
  const targets = sets.map(set => ({ set, target: targetOf(track, state, set, isDeload) }))
  const working = targets.find(({ set }) => set.type !== 'WARMUP')?.target.load ?? null
  return targets.map(({ set, target }) => {
    const { warmupPercent = null } = set
    if (warmupPercent === null) return { set, target }
    const load = working && {
      ...working,
      value: track.weights.nearest((working.value * warmupPercent) / 100),
    }
    return { set, target: { ...target, load } }
  })
}

/** Returns null for a track without a rule. */
export function reasonOf(
  { rule }: Track,
  { reason }: TrackState,
  isDeload: boolean,
): ProgressionReason | null {
  if (rule === null) return null
  return isDeload ? 'DELOADED' : reason
}

function percentLoad(
  { weights }: Track,
  { maximum }: TrackState,
  { percentOfOneRepMax, load }: PlannedSet,
): Load | null {
  if (maximum === null || percentOfOneRepMax === null) return load && inUnitOf(weights, load)
  const { unit } = weights
  return { value: weights.nearest((convertLoad(maximum, unit) * percentOfOneRepMax) / 100), unit }
}

function loadOf(track: Track, { load }: TrackState, set: PlannedSet, isDeload: boolean): Load | null {
  const factor = loadRatio(track, set)
  if (load === null || factor === null) return plannedLoad(track, set, isDeload)
  return isDeload ? deloadedSetLoad(track, load, factor) : scaledLoad(load, factor, track.weights)
}

function plannedLoad(track: Track, { load }: PlannedSet, isDeload: boolean): Load | null {
  if (load === null) return null
  const converted = inUnitOf(track.weights, load)
  return isDeload ? deloadedSetLoad(track, converted, 1) : converted
}

const deloadedSetLoad = ({ rule, isAssistance, weights }: Track, load: Load, factor: number) =>
  deloadedLoad(load, rule?.deloadPercent ?? defaultDeloadPercent, weights, isAssistance, factor)

/** Returns the ratio of a set's load to the load of the hardest sets; null if the set does not depend on it. */
export function loadRatio({ hardestPlanned }: Track, set: PlannedSet): number | null {
  if (set.load === null) return isEvaluated(set) ? 1 : null
  if (hardestPlanned === null) return null
  const hardest = toKilograms(hardestPlanned)
  const load = toKilograms(set.load)
  if (load === hardest) return 1
  return hardest > 0 ? load / hardest : null
}

function repsOf(track: Track, { targetReps }: TrackState, set: PlannedSet, isDeload: boolean) {
  const { rule, measure, baseReps } = track
  const { minReps, maxReps } = set
  if (!isEvaluated(set)) return { minReps, maxReps }
  const fewer = isDeload && measure === 'REPS' ? 1 : 0
  if (rule?.type === 'DOUBLE') return { minReps: addReps(targetReps, -fewer), maxReps: rule.maxReps }
  const more = measure === 'REPS' && targetReps !== null ? targetReps - baseReps : 0
  return { minReps: addReps(minReps, more - fewer), maxReps: addReps(maxReps, more - fewer) }
}

const addReps = (reps: number | null, more: number) =>
  reps === null || more === 0 ? reps : Math.max(1, reps + more)
