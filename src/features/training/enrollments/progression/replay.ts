import type { LoggedDay } from './log.js'
import { matched, type Trained } from './match.js'
import { bestOf, takenAnew, withDay } from './maximum.js'
import { placeKey, trackId, type Place, type Plan } from './plan.js'
import { afterDay } from './rules.js'
import { stateOf, type Origin, type State, type States } from './state.js'
import { hardest } from './loads.js'
import { firstLoadOf, verdictOf } from './verdict.js'
import type { Load } from '../../../../lib/units.js'

/** States set by hand, from a moment on. */
export interface Adjustment {
  at: Date
  loads: AdjustedLoad[]
}

export interface AdjustedLoad {
  exerciseId: string
  key: string | null
  /** Null to leave it. */
  load: Load | null
  /** Null to leave it. */
  targetReps: number | null
}

/** How far an enrolment has come. */
export interface Progress {
  /** By track, of those that were trained or set by hand. */
  states: States
  /** The latest deload week that has been passed; 0 before the first. */
  passedWeek: number
}

export interface Course {
  /** By the number of the version. */
  plans: ReadonlyMap<number, Plan>
  origin: Origin
  adjustments: readonly Adjustment[]
}

/** The start of everything: all that follows is a function of what was logged. */
const begun = (): Progress => ({ states: new Map(), passedWeek: 0 })

/** @param days of each place the one that counts, by start and workout */
export function replay({ plans, origin, adjustments }: Course, days: readonly LoggedDay[]): Progress {
  const progress = begun()
  const waiting = [...adjustments]
  for (const logged of days) {
    while (waiting[0] && waiting[0].at < logged.startedAt)
      adjust(progress.states, waiting.shift()?.loads ?? [])
    const plan = plans.get(logged.version)
    if (plan) trainDay(progress, plan, origin, logged)
  }
  for (const { loads } of waiting) adjust(progress.states, loads)
  return progress
}

/** Applies a logged day to the progress. A day that the plan does not have changes nothing. */
export function trainDay(progress: Progress, plan: Plan, origin: Origin, logged: LoggedDay): void {
  const day = plan.byPlace.get(placeKey(logged))
  if (!day) return
  passDeloads(progress, plan, day.week)
  if (day.isDeload) return
  for (const trained of matched(day, logged)) train(progress.states, trained, origin)
}

/** The states with which a day is trained: a deload week before it has had its effect. */
export function statesFor(progress: Progress, plan: Plan, { week }: Pick<Place, 'week'>): States {
  const upTo = { states: new Map(progress.states), passedWeek: progress.passedWeek }
  passDeloads(upTo, plan, week)
  return upTo.states
}

/** Applies the deload weeks that lie before a week and have not been applied yet. */
export function passDeloads(progress: Progress, { deloadWeeks, tracks }: Plan, week: number): void {
  const passed = deloadWeeks.filter(one => one > progress.passedWeek && one < week)
  if (passed.length === 0) return
  progress.passedWeek = Math.max(...passed)
  for (const { id, rule } of tracks.values()) {
    const state = progress.states.get(id)
    if (rule?.type === 'PERCENT' && state) progress.states.set(id, takenAnew(state))
  }
}

function adjust(states: States, loads: readonly AdjustedLoad[]): void {
  for (const { exerciseId, key, load, targetReps } of loads) {
    const id = trackId(exerciseId, key)
    const before = states.get(id)
    states.set(id, {
      load: load ?? before?.load ?? null,
      targetReps: targetReps ?? before?.targetReps ?? null,
      maximum: load ?? before?.maximum ?? null,
      ...{ successes: 0, failures: 0, reason: 'FIRST', best: null, isClean: true },
    })
  }
}

function train(states: States, trained: Trained, origin: Origin): void {
  const { track, pairs } = trained
  const { rule } = track
  // Of what is only timed nothing grows.
  if (rule === null || track.measure === 'NONE' || pairs.length === 0) return
  const before = stateOf(track, states, origin)
  const known = withFirst(trained, before)
  if (known === null) return
  const verdict = verdictOf(trained, known)
  // What gives the first load cannot fall short of it.
  if (known !== before && !verdict.isSuccess && rule.type !== 'PERCENT')
    states.set(track.id, { ...known, reason: 'HELD' })
  else {
    const judged = rule.type === 'PERCENT' ? withDay(known, trained, verdict.isSuccess) : known
    states.set(track.id, afterDay(track, rule, judged, verdict))
  }
}

/** The state with what the day tells first; null as long as there is nothing to be judged by. */
function withFirst(trained: Trained, state: State): State | null {
  const { track } = trained
  if (track.rule?.type === 'PERCENT') {
    const maximum = state.maximum ?? hardest(bestOf(trained), false)
    return maximum && (maximum === state.maximum ? state : { ...state, maximum })
  }
  if (track.measure !== 'LOAD' || state.load !== null) return state
  const load = firstLoadOf(trained, state)
  return load && { ...state, load }
}
