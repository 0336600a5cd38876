import type { Load } from '../../../../lib/units.js'
import type { Progression } from '../../../training/programs/models.js'
import { deloadedLoad, increasedLoad } from './loads.js'
import type { Track } from './plan.js'
import type { TrackState } from './state.js'
import type { TrackEvaluation } from './track-evaluation.js'

type ProgressionRule = (
  track: Track,
  rule: Progression,
  state: TrackState,
  evaluation: TrackEvaluation,
) => TrackState

/** Returns the state after an evaluated day. */
export const applyProgression: ProgressionRule = (track, rule, state, evaluation) => {
  const apply = rules[rule.type]
  if (!evaluation.isSuccess || evaluation.harderLoad === null) return apply(track, rule, state, evaluation)
  const after = apply(track, rule, { ...state, load: evaluation.harderLoad }, evaluation)
  return { ...after, reason: 'RAISED' }
}

const hold = (state: TrackState): TrackState => ({ ...state, reason: 'HELD' })

const linear: ProgressionRule = (track, rule, state, { isSuccess }) => {
  if (!isSuccess) return recordFailure(track, rule, state)
  const successes = state.successes + 1
  if (successes >= rule.successes) return increase(track, state)
  return hold({ ...state, successes, failures: 0 })
}

const double: ProgressionRule = (track, rule, state, { isSuccess, leastReps }) => {
  const maxReps = rule.maxReps ?? Infinity
  if (!isSuccess) return withRestartedReps(track, rule, state, recordFailure(track, rule, state))
  if (leastReps < maxReps) return resetCounters({ ...state, targetReps: leastReps + 1, reason: 'RAISED' })
  const after = increase(track, state)
  const isRaised = track.measure === 'LOAD' && after.reason === 'RAISED'
  if (isRaised) return { ...after, targetReps: rule.minReps }
  return resetCounters({ ...state, targetReps: maxReps, reason: 'HELD' })
}

/** Restarts from `minReps` after a deload. */
function withRestartedReps(
  track: Track,
  rule: Progression,
  before: TrackState,
  after: TrackState,
): TrackState {
  const isDeload = before.failures + 1 >= rule.failures
  if (!isDeload || track.measure === 'REPS') return after
  const isFewer = before.targetReps !== rule.minReps
  return { ...after, targetReps: rule.minReps, reason: isFewer ? 'DELOADED' : after.reason }
}

const repSum: ProgressionRule = (track, _rule, state, { isSuccess }) =>
  isSuccess ? increase(track, state) : hold(state)

const rules: Record<Progression['type'], ProgressionRule> = {
  LINEAR: linear,
  DOUBLE: double,
  REP_SUM: repSum,
  /** The loads change only when a deload week updates the maximum. */
  PERCENT: (_track, _rule, state) => hold(state),
}

const resetCounters = (state: TrackState): TrackState => ({ ...state, successes: 0, failures: 0 })

function recordFailure(track: Track, rule: Progression, state: TrackState): TrackState {
  const failures = state.failures + 1
  if (failures >= rule.failures) return deload(track, rule, state)
  return hold({ ...state, successes: 0, failures })
}

function increase(track: Track, state: TrackState): TrackState {
  const { load, targetReps } = state
  const after = resetCounters(state)
  if (track.measure === 'REPS')
    return { ...after, targetReps: (targetReps ?? track.baseReps) + 1, reason: 'RAISED' }
  const increased = load && increasedLoad(load, track.weights, track.isAssistance)
  return increased === null ? hold(after) : withLoad(after, increased, 'RAISED')
}

function deload(track: Track, rule: Progression, state: TrackState): TrackState {
  const { load, targetReps } = state
  const after = resetCounters(state)
  if (track.measure === 'REPS') {
    const reps = targetReps ?? track.baseReps
    return reps > 1 ? { ...after, targetReps: reps - 1, reason: 'DELOADED' } : hold(after)
  }
  if (load === null) return hold(after)
  return withLoad(
    after,
    deloadedLoad(load, rule.deloadPercent, track.weights, track.isAssistance),
    'DELOADED',
  )
}

/** A load that cannot change any further is held. */
const withLoad = (state: TrackState, load: Load, reason: TrackState['reason']): TrackState =>
  load.value === state.load?.value ? hold(state) : { ...state, load, reason }
