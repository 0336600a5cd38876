import type { Progression } from '../../../training/programs/models.js'
import type { LoggedDay } from './log.js'
import { matchTracks, type MatchedTrack } from './match.js'
import { dayPositionKey, trackId, type DayPosition, type Plan, type Track } from './plan.js'
import { applyProgression } from './rules.js'
import {
  activeDay,
  trackState,
  trainingMaxOf,
  type InitialLoads,
  type TrackState,
  type TrackStates,
} from './state.js'
import { hardest } from './loads.js'
import { inferInitialLoad, evaluateTrack, type TrackEvaluation } from './track-evaluation.js'
import { convertLoad, type Load } from '../../../../lib/units.js'
import { withoutFloatNoise } from '../../../../lib/load-rounding.js'

/** Loads that the user set manually, which apply to workouts after `at`. */
export interface Adjustment {
  at: Date
  loads: AdjustedLoad[]
}

export interface AdjustedLoad {
  exerciseId: string
  key: string | null
  /** Null leaves the load unchanged. */
  load: Load | null
  /** Null leaves the target repetitions unchanged. */
  targetReps: number | null
}

export interface Progress {
  /** The states of the tracks that were trained or set manually. */
  states: TrackStates
  /** The last week whose end has been applied; 0 before the end of the first. */
  passedWeek: number
}

/** A time in which the conditions of loading were the same. */
export interface Period {
  /** The period applies to workouts after this time; null for the first one. */
  since: Date | null
  /** The plans under these conditions, by version number. */
  plans: ReadonlyMap<number, Plan>
}

export interface ReplayInput {
  /** In chronological order, at least one. */
  periods: readonly Period[]
  /** The version that the enrollment follows. The last period has its plan. */
  version: number
  initialLoads: InitialLoads
  adjustments: readonly Adjustment[]
}

/**
 * Computes the progress from the beginning of the enrollment.
 * @param days the counted days, at most one per position, ordered by start and workout id
 */
export function replay(
  { periods, version, initialLoads, adjustments }: ReplayInput,
  days: readonly LoggedDay[],
): Progress {
  const progress: Progress = { states: new Map(), passedWeek: 0 }
  const pendingAdjustments = [...adjustments]
  const [first, ...pendingPeriods] = periods
  let plans = first?.plans

  function applyAdjustmentsBefore(time: Date | null) {
    while (pendingAdjustments[0] && isBefore(pendingAdjustments[0].at, time))
      applyAdjustment(
        progress.states,
        pendingAdjustments.shift()?.loads ?? [],
        plans?.get(version),
        initialLoads,
      )
  }
  /** @param next the version that is trained next */
  function advanceTo(time: Date | null, next: number) {
    while (pendingPeriods[0]?.since && isBefore(pendingPeriods[0].since, time)) {
      const [period] = pendingPeriods
      applyAdjustmentsBefore(period.since)
      const before = plans?.get(next)
      plans = period.plans
      const after = plans.get(next)
      if (after) progress.states = convertStates(progress.states, before, after, initialLoads)
      pendingPeriods.shift()
    }
    applyAdjustmentsBefore(time)
  }

  for (const logged of days) {
    advanceTo(logged.startedAt, logged.version)
    const plan = plans?.get(logged.version)
    if (plan) applyDay(progress, plan, initialLoads, logged)
  }
  advanceTo(null, version)
  return progress
}

/** @param limit null for the end of time */
const isBefore = (time: Date, limit: Date | null) => limit === null || time < limit

/**
 * Converts the states to other conditions of loading: in a new unit, to the weight at or below that can be loaded; else to
 * the nearest one.
 * @param before the plan under the previous conditions, if a day was planned with it
 */
export function convertStates(
  states: TrackStates,
  before: Plan | undefined,
  after: Plan,
  initialLoads: InitialLoads,
): TrackStates {
  const converted = new Map(states)
  for (const [id, track] of after.tracks) {
    const state = states.get(id)
    const isNewUnit = before?.tracks.get(id)?.weights.unit !== track.weights.unit
    if (isNewUnit) {
      const { load, ...rest } = trackState(track, states, initialLoads, 'atOrBelow')
      if (load !== null) converted.set(id, { ...rest, load })
    } else if (state?.load && track.weights.isGym)
      converted.set(id, { ...state, load: { ...state.load, value: track.weights.nearest(state.load.value) } })
  }
  return converted
}

/** A logged day that the plan does not have changes nothing. */
export function applyDay(
  progress: Progress,
  plan: Plan,
  initialLoads: InitialLoads,
  logged: LoggedDay,
): void {
  const day = plan.daysByPosition.get(dayPositionKey(logged))
  if (!day) return
  endBlocks(progress, plan, day.week)
  if (day.isDeload) return
  const active = activeDay(day, progress.states, initialLoads)
  for (const matched of matchTracks(active, logged))
    applyTrack(progress.states, matched, initialLoads, plan.easierTracks.get(matched.track.id))
}

/** Returns the states for a training day, including the effect of the blocks that ended before it. */
export function statesBeforeWeek(
  progress: Progress,
  plan: Plan,
  { week }: Pick<DayPosition, 'week'>,
): TrackStates {
  const copy = { states: new Map(progress.states), passedWeek: progress.passedWeek }
  endBlocks(copy, plan, week)
  return copy.states
}

/** Applies the ends of the blocks that lie before a week and have not been applied yet. */
export function endBlocks(progress: Progress, { tracks }: Plan, week: number): void {
  const { passedWeek } = progress
  if (week - 1 <= passedWeek) return
  progress.passedWeek = week - 1
  for (const track of tracks.values()) {
    const state = progress.states.get(track.id)
    const hasEnded = track.blockEnds.some(end => end > passedWeek && end < week)
    if (state && hasEnded && track.rule?.type === 'PERCENT')
      progress.states.set(track.id, endBlock(track, state))
  }
}

/** Setting the load or the repetitions of an exercise also makes it replace the easier one, or be no longer replaced. */
function applyAdjustment(
  states: TrackStates,
  loads: readonly AdjustedLoad[],
  plan: Plan | undefined,
  initialLoads: InitialLoads,
): void {
  for (const { exerciseId, key, load, targetReps } of loads) {
    const id = trackId(exerciseId, key)
    const before = states.get(id)
    const rule = plan?.tracks.get(id)?.rule ?? null
    const easier = plan?.easierTracks.get(id)
    if (easier) states.set(easier.id, { ...trackState(easier, states, initialLoads), isReplaced: true })
    states.set(id, {
      load: load ?? before?.load ?? null,
      targetReps: targetReps ?? before?.targetReps ?? null,
      maximum: load ? trainingMaxOf(rule, load) : (before?.maximum ?? null),
      successes: 0,
      failures: 0,
      reason: 'FIRST',
      best: null,
      block: 'UNTRAINED',
      missedBlocks: 0,
    })
  }
}

/** @param easier the track that this one has replaced */
function applyTrack(
  states: TrackStates,
  matched: MatchedTrack,
  initialLoads: InitialLoads,
  easier: Track | undefined,
): void {
  const { track, pairs } = matched
  const { rule } = track
  if (rule === null || track.measure === 'NONE' || pairs.length === 0) return
  const before = trackState(track, states, initialLoads)
  const state = withInitialValues(matched, before)
  if (state === null) return
  const evaluation = evaluateTrack(matched, state)
  // A day that determines the initial load is not a failure to reach it.
  if (state !== before && !evaluation.isSuccess && rule.type !== 'PERCENT')
    states.set(track.id, { ...state, reason: 'HELD' })
  else if (isTooEasy(rule, evaluation))
    states.set(track.id, {
      ...state,
      ...{ successes: 0, failures: 0, targetReps: rule.maxReps, reason: 'RAISED', isReplaced: true },
    })
  else {
    const updated = rule.type === 'PERCENT' ? withDayResult(state, matched, evaluation.isSuccess) : state
    states.set(track.id, applyProgression(track, rule, updated, evaluation))
    const isTooHard = !evaluation.isSuccess && state.failures + 1 >= rule.failures
    if (easier && isTooHard)
      states.set(easier.id, {
        ...trackState(easier, states, initialLoads),
        ...{ reason: 'DELOADED', isReplaced: false },
      })
  }
}

/** Returns whether the harder exercise replaces this one from the next day on. */
const isTooEasy = (
  { harderExerciseId, maxReps }: Progression,
  { isSuccess, leastReps }: TrackEvaluation,
): boolean => Boolean(harderExerciseId) && isSuccess && leastReps >= (maxReps ?? Infinity)

/** Infers a missing load or maximum from the performed sets; returns null if they allow no inference. */
function withInitialValues(matched: MatchedTrack, state: TrackState): TrackState | null {
  const { track } = matched
  if (track.rule?.type === 'PERCENT') {
    if (state.maximum) return state
    const best = hardest(bestEstimates(matched), false)
    return best && { ...state, maximum: trainingMaxOf(track.rule, best) }
  }
  if (track.measure !== 'LOAD' || state.load !== null) return state
  const load = inferInitialLoad(matched, state)
  return load && { ...state, load }
}

/** Records the result of a day, from which the next training maximum is determined. */
function withDayResult(state: TrackState, matched: MatchedTrack, isSuccess: boolean): TrackState {
  const isAmrap = matched.pairs.some(({ planned }) => planned.isAmrap)
  const estimates = isAmrap ? bestEstimates(matched) : []
  const best = hardest([...(state.best ? [state.best] : []), ...estimates], false)
  const hasMissed = state.block === 'MISSED' || !isSuccess
  return { ...state, best, block: hasMissed ? 'MISSED' : 'REACHED' }
}

const bestEstimates = ({ entries }: MatchedTrack): Load[] => entries.flatMap(({ best }) => best ?? [])

/** Two blocks in a row with missed sets reduce the training maximum to this part. */
const reduction = 0.9

/** Determines the training maximum after a block. A block without training changes nothing. */
function endBlock({ rule, weights }: Track, state: TrackState): TrackState {
  const { maximum, best, block, missedBlocks } = state
  if (maximum === null || block === 'UNTRAINED') return state
  const after: TrackState = { ...state, best: null, block: 'UNTRAINED', missedBlocks: 0 }
  if (block === 'MISSED' && missedBlocks === 0) return { ...after, missedBlocks: 1, reason: 'HELD' }
  const { unit, increment } = weights
  const value = convertLoad(maximum, unit)
  const withValue = (next: number) => ({ value: withoutFloatNoise(next), unit })
  if (block === 'MISSED') return { ...after, maximum: withValue(value * reduction), reason: 'DELOADED' }
  const estimate = best ? trainingMaxOf(rule, { value: convertLoad(best, unit), unit }).value : 0
  const next = Math.max(value + increment, Math.min(estimate, value + 2 * increment))
  return { ...after, maximum: withValue(next), reason: 'RAISED' }
}
