import type { Load } from '../../../../lib/units.js'
import { inUnitOf, usualIncrement } from './loads.js'
import type { Track } from './plan.js'

/** Why targets are what they are: what the last judged day did. */
export type ProgressionReason = 'RAISED' | 'HELD' | 'DELOADED' | 'FIRST'

/** Where an exercise stands in an enrolment. */
export interface State {
  /** Of the hardest sets; null as long as nothing tells it. */
  load: Load | null
  /** With DOUBLE, and for exercises that have repetitions only; null for what is planned. */
  targetReps: number | null
  /** In a row, since the load changed. */
  successes: number
  failures: number
  reason: ProgressionReason
  /** With PERCENT: the one-repetition maximum that loads are parts of. */
  maximum: Load | null
  /** With PERCENT: the best estimate since the maximum was taken. */
  best: Load | null
  /** With PERCENT: whether all that was planned since then was done. */
  isClean: boolean
}

export type States = Map<string, State>

/** What loads an enrolment begins with, where the program does not say it. */
export interface Origin {
  /** By exercise: what its owner gave. */
  starting: ReadonlyMap<string, Load>
  /** By exercise and key: what the enrolment before ended with. */
  inherited: ReadonlyMap<string, Inherited>
  /** By exercise: the records of one repetition. */
  maxima: ReadonlyMap<string, Load>
}

export type Inherited = Pick<State, 'load' | 'maximum' | 'targetReps'>

/** What one more or less is, in the unit of the rule or else of the load. */
export const incrementOf = ({ rule }: Track, load: Load | null): Load =>
  rule?.increment ?? usualIncrement(load?.unit ?? 'KG')

/** The state of a track, in its unit: as it was left, or the first one. */
export function stateOf(track: Track, states: ReadonlyMap<string, State>, origin: Origin): State {
  const state = track.takesLoads ? states.get(track.id) : undefined
  const { load, maximum, targetReps, ...rest } = state ?? untouched
  return {
    ...rest,
    load: inItsUnit(track, load ?? firstLoad(track, origin)),
    maximum: maximum ?? firstMaximum(track, origin),
    targetReps: targetRepsOf(track, targetReps, origin),
  }
}

const untouched: State = {
  ...{ load: null, targetReps: null, successes: 0, failures: 0, reason: 'FIRST' },
  ...{ maximum: null, best: null, isClean: true },
}

function inItsUnit(track: Track, load: Load | null): Load | null {
  return load && inUnitOf(incrementOf(track, load), load)
}

function firstLoad(track: Track, { starting, inherited }: Origin): Load | null {
  const { exerciseId, id, rule, takesLoads, hardestPlanned, trackingType } = track
  if (rule?.type === 'PERCENT') return null
  const given = takesLoads ? (starting.get(exerciseId) ?? inherited.get(id)?.load) : null
  // Without a rule each set has its own load.
  if (rule === null) return given ?? null
  const none = { value: 0, unit: rule.increment?.unit ?? 'KG' } as const
  return given ?? hardestPlanned ?? (trackingType === 'BODYWEIGHT_REPS' ? none : null)
}

function firstMaximum({ exerciseId, id, rule }: Track, { starting, inherited, maxima }: Origin): Load | null {
  if (rule?.type !== 'PERCENT') return null
  return starting.get(exerciseId) ?? inherited.get(id)?.maximum ?? maxima.get(exerciseId) ?? null
}

function targetRepsOf(track: Track, known: number | null, { inherited }: Origin): number | null {
  const { rule, measure, baseReps, id } = track
  if (rule === null) return null
  const left = known ?? (measure === 'REPS' ? (inherited.get(id)?.targetReps ?? null) : null)
  if (rule.type === 'DOUBLE') return Math.min(left ?? rule.minReps ?? baseReps, rule.maxReps ?? Infinity)
  return measure === 'REPS' ? (left ?? baseReps) : null
}
