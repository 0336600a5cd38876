import { convertLoad, type Load } from '../../../../lib/units.js'
import { easiest, hardest, inUnitOf, isIncrementHarder, reachesTarget } from './loads.js'
import type { LoggedSet } from './log.js'
import type { MatchedTrack } from './match.js'
import type { Track } from './plan.js'
import type { TrackState } from './state.js'
import type { SetTarget } from '../../../training/workouts/models.js'
import { loadRatio, targetOf } from './targets.js'

/** The result of a day for one track. */
export interface TrackEvaluation {
  isSuccess: boolean
  /** The fewest repetitions of any planned set. */
  leastReps: number
  /** The performed load if all sets with the full load were at least one increment harder; otherwise null. */
  harderLoad: Load | null
}

interface SetComparison {
  target: SetTarget
  done: LoggedSet | null
  isTop: boolean
}

/** Converts the load to the track's load mode: assistance is a negative added load, and vice versa. */
function effectiveLoad({ isAssistance, trackingType }: Track, { load, loadMode }: LoggedSet): Load | null {
  if (load === null) {
    // Assistance without a value is unknown, not zero.
    const isBodyWeightOnly = isAssistance ? loadMode === 'BODYWEIGHT' : loadMode !== 'ASSISTED'
    const usesBodyWeight = isAssistance || trackingType === 'BODYWEIGHT_REPS'
    return usesBodyWeight && isBodyWeightOnly ? { value: 0, unit: 'KG' } : null
  }
  const isOpposite = isAssistance ? loadMode === 'BODYWEIGHT' : loadMode === 'ASSISTED'
  return isOpposite ? { ...load, value: -load.value } : load
}

/**
 * Returns the hardest load of the sets that reached their repetitions, or of all sets if none did: the heaviest weight that
 * can be loaded up to it.
 */
export function inferInitialLoad({ track, pairs }: MatchedTrack, state: TrackState): Load | null {
  const done = pairs.flatMap(({ planned, done }) => {
    const load = done?.load ? effectiveLoad(track, done) : null
    if (!done || load === null || load.value < 0) return []
    return [{ load, isReached: reachesReps(done, targetOf(track, state, planned, false)) }]
  })
  const loads = done.filter(set => set.isReached).map(set => set.load)
  const found = hardest(loads.length > 0 ? loads : done.map(set => set.load), track.isAssistance)
  if (found === null) return null
  const { unit } = track.weights
  return { value: track.weights.atOrBelow(convertLoad(found, unit)), unit }
}

export function evaluateTrack({ track, pairs, extraSets }: MatchedTrack, state: TrackState): TrackEvaluation {
  const compared = pairs.map(({ planned, done }) => ({
    target: targetOf(track, state, planned, false),
    done,
    isTop: loadRatio(track, planned) === 1,
  }))
  const isSuccess =
    track.rule?.type === 'REP_SUM'
      ? repSum(track, state, compared, extraSets) >= requiredRepSum(track, state)
      : compared.every(({ done, target }) => done !== null && reachesSetTarget(track, done, target))
  return {
    isSuccess,
    leastReps: Math.min(...compared.map(({ done }) => done?.reps ?? 0)),
    harderLoad: harderLoad(track, state, compared),
  }
}

const reachesSetTarget = (track: Track, done: LoggedSet, target: SetTarget) =>
  reachesReps(done, target) &&
  reachesLoad(track, done, target.load) &&
  reachesDurationOrDistance(track, done, target)

const reachesReps = ({ reps }: LoggedSet, { minReps }: SetTarget) =>
  minReps === null || (reps ?? 0) >= minReps

function reachesLoad(track: Track, set: LoggedSet, target: Load | null): boolean {
  if (target === null || track.measure !== 'LOAD') return true
  const done = effectiveLoad(track, set)
  return done !== null && reachesTarget(done, target, track.weights, track.isAssistance)
}

function reachesDurationOrDistance({ trackingType }: Track, done: LoggedSet, target: SetTarget): boolean {
  if (trackingType === 'WEIGHT_DURATION') return (done.durationSeconds ?? 0) >= (target.durationSeconds ?? 0)
  if (trackingType === 'SHORT_DISTANCE_WEIGHT')
    return (done.distanceMeters ?? 0) >= (target.distanceMeters ?? 0)
  return true
}

/** Sums the repetitions of all sets with the target load, including extra sets. */
function repSum(
  track: Track,
  { load }: TrackState,
  compared: readonly SetComparison[],
  extraSets: readonly LoggedSet[],
) {
  const counted = [
    ...compared.flatMap(({ done, target }) => (done && reachesLoad(track, done, target.load) ? [done] : [])),
    ...extraSets.filter(set => reachesLoad(track, set, load)),
  ]
  return counted.reduce((sum, { reps }) => sum + (reps ?? 0), 0)
}

/** Exercises that progress in repetitions require one more each time. */
export const requiredRepSum = ({ rule, measure, baseReps }: Track, { targetReps }: TrackState) =>
  (rule?.reps ?? 0) + (measure === 'REPS' && targetReps !== null ? targetReps - baseReps : 0)

function harderLoad(track: Track, { load }: TrackState, compared: readonly SetComparison[]): Load | null {
  if (load === null || track.measure !== 'LOAD') return null
  const { weights } = track
  const done = compared
    .filter(set => set.isTop && set.done !== null)
    .map(set => set.done && effectiveLoad(track, set.done))
  const loads = done.flatMap(load => load ?? [])
  const areHarder = loads.every(performed => isIncrementHarder(performed, load, weights, track.isAssistance))
  if (loads.length === 0 || loads.length < done.length || !areHarder) return null
  const least = easiest(loads, track.isAssistance)
  if (least === null) return null
  const { value, unit } = inUnitOf(weights, least)
  // A negative load is an added load, which means no assistance.
  return { value: Math.max(0, value), unit }
}
