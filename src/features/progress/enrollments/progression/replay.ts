import type { LoggedDay } from './log.js'
import { matchTracks, type MatchedTrack } from './match.js'
import { dayPositionKey, trackId, type DayPosition, type Plan } from './plan.js'
import { applyProgression } from './rules.js'
import { trackState, type InitialLoads, type TrackState, type TrackStates } from './state.js'
import { hardest } from './loads.js'
import { inferInitialLoad, evaluateTrack } from './track-evaluation.js'
import { type Load, toKilograms } from '../../../../lib/units.js'

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
  /** The number of the last deload week that has been applied; 0 before the first. */
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
      applyAdjustment(progress.states, pendingAdjustments.shift()?.loads ?? [])
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
  applyDeloadWeeks(progress, plan, day.week)
  if (day.isDeload) return
  for (const matched of matchTracks(day, logged)) applyTrack(progress.states, matched, initialLoads)
}

/** Returns the states for a training day, including the effect of the deload weeks before it. */
export function statesBeforeWeek(
  progress: Progress,
  plan: Plan,
  { week }: Pick<DayPosition, 'week'>,
): TrackStates {
  const copy = { states: new Map(progress.states), passedWeek: progress.passedWeek }
  applyDeloadWeeks(copy, plan, week)
  return copy.states
}

/** Applies the deload weeks that lie before a week and have not been applied yet. */
export function applyDeloadWeeks(progress: Progress, { deloadWeeks, tracks }: Plan, week: number): void {
  const passed = deloadWeeks.filter(deload => deload > progress.passedWeek && deload < week)
  if (passed.length === 0) return
  progress.passedWeek = Math.max(...passed)
  for (const { id, rule } of tracks.values()) {
    const state = progress.states.get(id)
    if (rule?.type === 'PERCENT' && state) progress.states.set(id, updateMaximum(state))
  }
}

function applyAdjustment(states: TrackStates, loads: readonly AdjustedLoad[]): void {
  for (const { exerciseId, key, load, targetReps } of loads) {
    const id = trackId(exerciseId, key)
    const before = states.get(id)
    states.set(id, {
      load: load ?? before?.load ?? null,
      targetReps: targetReps ?? before?.targetReps ?? null,
      maximum: load ?? before?.maximum ?? null,
      successes: 0,
      failures: 0,
      reason: 'FIRST',
      best: null,
      isClean: true,
    })
  }
}

function applyTrack(states: TrackStates, matched: MatchedTrack, initialLoads: InitialLoads): void {
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
  else {
    const updated = rule.type === 'PERCENT' ? withEstimates(state, matched, evaluation.isSuccess) : state
    states.set(track.id, applyProgression(track, rule, updated, evaluation))
  }
}

/** Infers a missing load or maximum from the performed sets; returns null if they allow no inference. */
function withInitialValues(matched: MatchedTrack, state: TrackState): TrackState | null {
  const { track } = matched
  if (track.rule?.type === 'PERCENT') {
    const maximum = state.maximum ?? hardest(bestEstimates(matched), false)
    return maximum && (maximum === state.maximum ? state : { ...state, maximum })
  }
  if (track.measure !== 'LOAD' || state.load !== null) return state
  const load = inferInitialLoad(matched, state)
  return load && { ...state, load }
}

/** Limits the growth of a maximum from one deload week to the next. */
const maxGrowthFactor = 1.1

/** Records the estimates of a day, from which the next maximum is determined. */
function withEstimates(state: TrackState, track: MatchedTrack, isSuccess: boolean): TrackState {
  const best = hardest([...(state.best ? [state.best] : []), ...bestEstimates(track)], false)
  return { ...state, best, isClean: state.isClean && isSuccess }
}

const bestEstimates = ({ entries }: MatchedTrack): Load[] => entries.flatMap(({ best }) => best ?? [])

/**
 * Determines the new maximum in a deload week. It does not decrease if every set since the last one succeeded, and
 * increases by at most 10 %.
 */
function updateMaximum(state: TrackState): TrackState {
  const { maximum, best, isClean } = state
  if (maximum === null || best === null) return { ...state, isClean: true }
  const after = { ...state, best: null, isClean: true }
  const [before, now] = [toKilograms(maximum), toKilograms(best)]
  if (now < before)
    return isClean ? { ...after, reason: 'HELD' } : { ...after, maximum: best, reason: 'DELOADED' }
  if (now === before) return { ...after, reason: 'HELD' }
  const limit = { ...maximum, value: maximum.value * maxGrowthFactor }
  return { ...after, maximum: toKilograms(limit) < now ? limit : best, reason: 'RAISED' }
}
