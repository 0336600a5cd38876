import type { Load } from '../../../../lib/units.js'
import type { Progression } from '../../../training/programs/models.js'
import { inUnitOf } from './loads.js'
import type { Track, TrainingDay } from './plan.js'
import { withoutFloatNoise } from '../../../../lib/load-rounding.js'

/** How the last evaluated day changed the targets. */
export type ProgressionReason = 'RAISED' | 'HELD' | 'DELOADED' | 'FIRST'

export interface TrackState {
  /** The load of the hardest sets; null while unknown. */
  load: Load | null
  /** Used by DOUBLE and by exercises without load; null for the planned repetitions. */
  targetReps: number | null
  /** Consecutive successes, and likewise failures, since the load changed. */
  successes: number
  failures: number
  reason: ProgressionReason
  /** PERCENT: the training maximum that loads are percentages of. */
  maximum: Load | null
  /** PERCENT: the best estimate of the one-repetition maximum in this block, if it has sets of as many repetitions as possible. */
  best: Load | null
  /** PERCENT: whether the block was trained, and whether every set reached its target. */
  block: 'UNTRAINED' | 'REACHED' | 'MISSED'
  /** PERCENT: the number of blocks with missed sets, in a row, since the training maximum changed. */
  missedBlocks: number
  /** True while the harder exercise of the rule replaces this one. Missing means false. */
  isReplaced?: boolean
}

export type TrackStates = Map<string, TrackState>

export interface InitialLoads {
  /** By exercise: the starting loads that the user entered. */
  starting: ReadonlyMap<string, Load>
  /** By track: the final states of the previous enrollment. */
  inherited: ReadonlyMap<string, InheritedState>
  /** By exercise: the user's one-repetition maxima. */
  maxima: ReadonlyMap<string, Load>
}

export type InheritedState = Pick<TrackState, 'load' | 'maximum' | 'targetReps' | 'isReplaced'>

/**
 * Returns the current state of a track, or its initial one, with the load in the unit of the track.
 * @param rounding of a load that is converted
 */
export function trackState(
  track: Track,
  states: ReadonlyMap<string, TrackState>,
  initialLoads: InitialLoads,
  rounding?: 'nearest' | 'atOrBelow',
): TrackState {
  const state = track.hasAdjustableLoad ? states.get(track.id) : undefined
  const { maximum, targetReps, ...rest } = state ?? withoutTraining(track, initialLoads)
  const load = rest.load ?? initialLoad(track, initialLoads)
  return {
    ...rest,
    load: load && inUnitOf(track.weights, load, rounding),
    maximum: maximum ?? initialMaximum(track, initialLoads),
    targetReps: targetRepsOf(track, targetReps, initialLoads),
  }
}

/** Returns the day with the exercises that are trained: the harder one of an entry, while it replaces the easier one. */
export function activeDay(day: TrainingDay, states: TrackStates, { inherited }: InitialLoads): TrainingDay {
  const isReplaced = ({ id }: Track) => (states.get(id) ?? inherited.get(id))?.isReplaced ?? false
  const entries = day.entries.map(entry => (entry.harder && isReplaced(entry.track) ? entry.harder : entry))
  return { ...day, entries }
}

const initialState: TrackState = {
  load: null,
  targetReps: null,
  successes: 0,
  failures: 0,
  reason: 'FIRST',
  maximum: null,
  best: null,
  block: 'UNTRAINED',
  missedBlocks: 0,
}

const withoutTraining = ({ id }: Track, { inherited }: InitialLoads): TrackState =>
  inherited.get(id)?.isReplaced ? { ...initialState, isReplaced: true } : initialState

function initialLoad(track: Track, { starting, inherited }: InitialLoads): Load | null {
  const { exerciseId, id, rule, hasAdjustableLoad, hardestPlanned, trackingType, weights } = track
  if (rule?.type === 'PERCENT') return null
  const enteredLoad = hasAdjustableLoad ? (starting.get(exerciseId) ?? inherited.get(id)?.load) : null
  // Without a rule, each set has its own planned load.
  if (rule === null) return enteredLoad ?? null
  const zero = { value: 0, unit: weights.unit }
  return enteredLoad ?? hardestPlanned ?? (trackingType === 'BODYWEIGHT_REPS' ? zero : null)
}

function initialMaximum(
  { exerciseId, id, rule }: Track,
  { starting, inherited, maxima }: InitialLoads,
): Load | null {
  if (rule?.type !== 'PERCENT') return null
  const entered = starting.get(exerciseId)
  if (entered) return trainingMaxOf(rule, entered)
  const known = maxima.get(exerciseId)
  return inherited.get(id)?.maximum ?? (known ? trainingMaxOf(rule, known) : null)
}

/** Returns the training maximum for a one-repetition maximum, unrounded. */
export function trainingMaxOf(
  rule: Pick<Progression, 'trainingMaxPercent'> | null,
  { value, unit }: Load,
): Load {
  const percent = rule?.trainingMaxPercent ?? 100
  return { value: withoutFloatNoise((value * percent) / 100), unit }
}

/** A starting load that the user enters for a load to raise starts with the repetitions of the rule. */
export const inheritsTargetReps = (
  { exerciseId, measure }: Pick<Track, 'exerciseId' | 'measure'>,
  starting: InitialLoads['starting'],
): boolean => measure === 'REPS' || !starting.has(exerciseId)

function targetRepsOf(
  track: Track,
  current: number | null,
  { starting, inherited }: InitialLoads,
): number | null {
  const { rule, measure, baseReps, id } = track
  if (rule === null) return null
  const earlier = inheritsTargetReps(track, starting) ? (inherited.get(id)?.targetReps ?? null) : null
  const previous = current ?? earlier
  if (rule.type === 'DOUBLE') return Math.min(previous ?? rule.minReps ?? baseReps, rule.maxReps ?? Infinity)
  return measure === 'REPS' ? (previous ?? baseReps) : null
}
