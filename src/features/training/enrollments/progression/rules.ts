import type { Load } from '../../../../lib/units.js'
import type { Progression } from '../../programs/models.js'
import { deloaded, raised } from './loads.js'
import type { Track } from './plan.js'
import { incrementOf, type State } from './state.js'
import type { Verdict } from './verdict.js'

type Rule = (track: Track, rule: Progression, state: State, verdict: Verdict) => State

/** The state after a judged day. PERCENT keeps its loads until its maximum is taken anew. */
export const afterDay: Rule = (track, rule, state, verdict) => {
  const judge = rules[rule.type]
  if (!verdict.isSuccess || verdict.harder === null) return judge(track, rule, state, verdict)
  const after = judge(track, rule, { ...state, load: verdict.harder }, verdict)
  return { ...after, reason: 'RAISED' }
}

const held = (state: State): State => ({ ...state, reason: 'HELD' })

const linear: Rule = (track, rule, state, { isSuccess }) => {
  if (!isSuccess) return failed(track, rule, state)
  const successes = state.successes + 1
  if (successes >= rule.successes) return harder(track, state)
  return held({ ...state, successes, failures: 0 })
}

const double: Rule = (track, rule, state, { isSuccess, leastReps }) => {
  const maxReps = rule.maxReps ?? Infinity
  if (!isSuccess) return fromMinReps(track, rule, state, failed(track, rule, state))
  if (leastReps < maxReps) return unfailed({ ...state, targetReps: leastReps + 1, reason: 'RAISED' })
  const after = harder(track, state)
  const isRaised = track.measure === 'LOAD' && after.reason === 'RAISED'
  if (isRaised) return { ...after, targetReps: rule.minReps }
  return unfailed({ ...state, targetReps: maxReps, reason: 'HELD' })
}

/** A lighter load begins with the fewest repetitions again. */
function fromMinReps(track: Track, rule: Progression, before: State, after: State): State {
  const isDeload = before.failures + 1 >= rule.failures
  if (!isDeload || track.measure === 'REPS') return after
  const isFewer = before.targetReps !== rule.minReps
  return { ...after, targetReps: rule.minReps, reason: isFewer ? 'DELOADED' : after.reason }
}

const repSum: Rule = (track, _rule, state, { isSuccess }) => (isSuccess ? harder(track, state) : held(state))

const rules: Record<Progression['type'], Rule> = {
  LINEAR: linear,
  DOUBLE: double,
  REP_SUM: repSum,
  PERCENT: (_track, _rule, state) => held(state),
}

const unfailed = (state: State): State => ({ ...state, successes: 0, failures: 0 })

function failed(track: Track, rule: Progression, state: State): State {
  const failures = state.failures + 1
  if (failures >= rule.failures) return easier(track, rule, state)
  return held({ ...state, successes: 0, failures })
}

function harder(track: Track, state: State): State {
  const { load, targetReps } = state
  const after = unfailed(state)
  if (track.measure === 'REPS')
    return { ...after, targetReps: (targetReps ?? track.baseReps) + 1, reason: 'RAISED' }
  if (load === null) return held(after)
  return withLoad(after, raised(load, incrementOf(track, load), track.isHelp), 'RAISED')
}

function easier(track: Track, rule: Progression, state: State): State {
  const { load, targetReps } = state
  const after = unfailed(state)
  if (track.measure === 'REPS') {
    const reps = targetReps ?? track.baseReps
    return reps > 1 ? { ...after, targetReps: reps - 1, reason: 'DELOADED' } : held(after)
  }
  if (load === null) return held(after)
  return withLoad(
    after,
    deloaded(load, rule.deloadPercent, incrementOf(track, load), track.isHelp),
    'DELOADED',
  )
}

/** Nothing is lighter than nothing: what stays is held. */
const withLoad = (state: State, load: Load, reason: State['reason']): State =>
  load.value === state.load?.value ? held(state) : { ...state, load, reason }
