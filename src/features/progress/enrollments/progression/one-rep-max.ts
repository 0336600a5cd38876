import { toKilograms, type Load } from '../../../../lib/units.js'
import { hardest } from './loads.js'
import type { MatchedTrack } from './match.js'
import type { TrackState } from './state.js'

/** Limits the growth of a maximum from one deload week to the next. */
const maxGrowthFactor = 1.1

/** Records the estimates of a day, from which the next maximum is determined. */
export function withEstimates(state: TrackState, track: MatchedTrack, isSuccess: boolean): TrackState {
  const best = hardest([...(state.best ? [state.best] : []), ...bestEstimates(track)], false)
  return { ...state, best, isClean: state.isClean && isSuccess }
}

export const bestEstimates = ({ entries }: MatchedTrack): Load[] => entries.flatMap(({ best }) => best ?? [])

/**
 * Determines the new maximum in a deload week. It does not decrease if every set since the last one succeeded, and
 * increases by at most 10 %.
 */
export function updateMaximum(state: TrackState): TrackState {
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
