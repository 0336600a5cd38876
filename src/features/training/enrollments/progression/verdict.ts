import type { Load } from '../../../../lib/units.js'
import { easiest, hardest, inUnitOf, isIncrementHarder, reaches } from './loads.js'
import type { LoggedSet } from './log.js'
import type { Trained } from './match.js'
import type { Track } from './plan.js'
import { incrementOf, type State } from './state.js'
import type { SetTarget } from '../../workouts/models.js'
import { proportionOf, targetOf } from './targets.js'

/** What a day says of a track. */
export interface Verdict {
  isSuccess: boolean
  /** The fewest repetitions of the compared sets. */
  leastReps: number
  /** What was done instead of the load, where all of its sets were at least one increment harder. */
  harder: Load | null
}

interface Compared {
  target: SetTarget
  done: LoggedSet | null
  isTop: boolean
}

/** The load as what it adds to the exercise: help takes away, and what is added to help is help the less. */
function loadDone({ isHelp, trackingType }: Track, { load, loadMode }: LoggedSet): Load | null {
  if (load === null) {
    // Help of which nothing is said may be any.
    const isBodyAlone = isHelp ? loadMode === 'BODYWEIGHT' : loadMode !== 'ASSISTED'
    const isBody = isHelp || trackingType === 'BODYWEIGHT_REPS'
    return isBody && isBodyAlone ? { value: 0, unit: 'KG' } : null
  }
  const isOpposite = isHelp ? loadMode === 'BODYWEIGHT' : loadMode === 'ASSISTED'
  return isOpposite ? { ...load, value: -load.value } : load
}

/** What the first day with a load gives: the hardest of the sets that reached their repetitions, else the hardest. */
export function firstLoadOf({ track, pairs }: Trained, state: State): Load | null {
  const done = pairs.flatMap(({ planned, done }) => {
    const load = done?.load ? loadDone(track, done) : null
    if (!done || load === null || load.value < 0) return []
    return [{ load, isReached: repsReach(done, targetOf(track, state, planned, false)) }]
  })
  const loads = done.filter(set => set.isReached).map(set => set.load)
  const found = hardest(loads.length > 0 ? loads : done.map(set => set.load), track.isHelp)
  return found && inUnitOf(incrementOf(track, found), found)
}

export function verdictOf({ track, pairs, more }: Trained, state: State): Verdict {
  const compared = pairs.map(({ planned, done }) => ({
    ...{ target: targetOf(track, state, planned, false), done },
    isTop: proportionOf(track, planned) === 1,
  }))
  const isSuccess =
    track.rule?.type === 'REP_SUM'
      ? sumOf(track, state, compared, more) >= wantedSum(track, state)
      : compared.every(({ done, target }) => done !== null && isReached(track, done, target))
  return {
    isSuccess,
    leastReps: Math.min(...compared.map(({ done }) => done?.reps ?? 0)),
    harder: harderLoad(track, state, compared),
  }
}

const isReached = (track: Track, done: LoggedSet, target: SetTarget) =>
  repsReach(done, target) && loadReaches(track, done, target.load) && holdReaches(track, done, target)

const repsReach = ({ reps }: LoggedSet, { minReps }: SetTarget) => minReps === null || (reps ?? 0) >= minReps

function loadReaches(track: Track, set: LoggedSet, target: Load | null): boolean {
  if (target === null || track.measure !== 'LOAD') return true
  const done = loadDone(track, set)
  return done !== null && reaches(done, target, track.isHelp)
}

/** What is held or carried counts by its time or way, as others do by repetitions. */
function holdReaches({ trackingType }: Track, done: LoggedSet, target: SetTarget): boolean {
  if (trackingType === 'WEIGHT_DURATION') return (done.durationSeconds ?? 0) >= (target.durationSeconds ?? 0)
  if (trackingType === 'SHORT_DISTANCE_WEIGHT')
    return (done.distanceMeters ?? 0) >= (target.distanceMeters ?? 0)
  return true
}

/** All repetitions with the load, those of sets beyond the plan, too. */
function sumOf(track: Track, { load }: State, compared: readonly Compared[], more: readonly LoggedSet[]) {
  const counted = [
    ...compared.flatMap(({ done, target }) => (done && loadReaches(track, done, target.load) ? [done] : [])),
    ...more.filter(set => loadReaches(track, set, load)),
  ]
  return counted.reduce((sum, { reps }) => sum + (reps ?? 0), 0)
}

/** What progresses in repetitions has to come to one more each time. */
export const wantedSum = ({ rule, measure, baseReps }: Track, { targetReps }: State) =>
  (rule?.reps ?? 0) + (measure === 'REPS' && targetReps !== null ? targetReps - baseReps : 0)

function harderLoad(track: Track, { load }: State, compared: readonly Compared[]): Load | null {
  if (load === null || track.measure !== 'LOAD') return null
  const increment = incrementOf(track, load)
  const done = compared
    .filter(set => set.isTop && set.done !== null)
    .map(set => set.done && loadDone(track, set.done))
  const loads = done.flatMap(one => one ?? [])
  const areHarder = loads.every(one => isIncrementHarder(one, load, increment, track.isHelp))
  if (loads.length === 0 || loads.length < done.length || !areHarder) return null
  const least = easiest(loads, track.isHelp)
  if (least === null) return null
  const { value, unit } = inUnitOf(increment, least)
  // Who adds load needs no help.
  return { value: Math.max(0, value), unit }
}
