import { toKilograms, convertLoad, type Load } from '../../../../lib/units.js'
import type { PlannedSet } from '../../programs/models.js'
import type { SetTarget } from '../../workouts/models.js'
import { deloaded, inUnitOf, times, toNearest } from './loads.js'
import { isCompared, type Track } from './plan.js'
import { incrementOf, type ProgressionReason, type State } from './state.js'

/** How much lighter a deload week is where no rule says it, in per cent. */
const usualDeload = 10

export function targetOf(track: Track, state: State, set: PlannedSet, isDeload: boolean): SetTarget {
  const { rpe, durationSeconds, distanceMeters } = set
  const load =
    track.rule?.type === 'PERCENT' ? partOf(track, state, set) : loadOf(track, state, set, isDeload)
  return { load, ...repsOf(track, state, set, isDeload), rpe, durationSeconds, distanceMeters }
}

/** Why the targets of a day are what they are; null for what is trained as planned. */
export function reasonOf({ rule }: Track, { reason }: State, isDeload: boolean): ProgressionReason | null {
  if (rule === null) return null
  return isDeload ? 'DELOADED' : reason
}

function partOf(track: Track, { maximum }: State, { percentOfOneRepMax, load }: PlannedSet): Load | null {
  if (maximum === null || percentOfOneRepMax === null) return load
  const { value: step, unit } = incrementOf(track, maximum)
  return { value: toNearest((convertLoad(maximum, unit) * percentOfOneRepMax) / 100, step), unit }
}

function loadOf(track: Track, { load }: State, set: PlannedSet, isDeload: boolean): Load | null {
  const factor = proportionOf(track, set)
  if (load === null || factor === null) return asPlanned(track, set, isDeload)
  const increment = incrementOf(track, load)
  return isDeload ? lightened(track, load, increment, factor) : times(load, factor, increment)
}

function asPlanned(track: Track, { load }: PlannedSet, isDeload: boolean): Load | null {
  if (load === null || !isDeload) return load
  const increment = incrementOf(track, load)
  return lightened(track, inUnitOf(increment, load), increment, 1)
}

const lightened = ({ rule, isHelp }: Track, load: Load, increment: Load, factor: number) =>
  deloaded(load, rule?.deloadPercent ?? usualDeload, increment, isHelp, factor)

/** What part of the load a set has: 1 for the hardest ones; null where it has nothing to do with it. */
export function proportionOf({ hardestPlanned }: Track, set: PlannedSet): number | null {
  if (set.load === null) return isCompared(set) ? 1 : null
  if (hardestPlanned === null) return null
  const whole = toKilograms(hardestPlanned)
  const part = toKilograms(set.load)
  if (part === whole) return 1
  return whole > 0 ? part / whole : null
}

function repsOf(track: Track, { targetReps }: State, set: PlannedSet, isDeload: boolean) {
  const { rule, measure, baseReps } = track
  const { minReps, maxReps } = set
  if (!isCompared(set)) return { minReps, maxReps }
  const fewer = isDeload && measure === 'REPS' ? 1 : 0
  if (rule?.type === 'DOUBLE') return { minReps: atLeastOne(targetReps, -fewer), maxReps: rule.maxReps }
  const more = measure === 'REPS' && targetReps !== null ? targetReps - baseReps : 0
  return { minReps: atLeastOne(minReps, more - fewer), maxReps: atLeastOne(maxReps, more - fewer) }
}

const atLeastOne = (reps: number | null, more: number) =>
  reps === null || more === 0 ? reps : Math.max(1, reps + more)
