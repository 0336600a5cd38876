import type { PlannedSet } from '../../../training/programs/models.js'
import { hardest } from './loads.js'
import type { LoggedDay, LoggedEntry, LoggedSet } from './log.js'
import { isEvaluated, type Track, type TrainingDay } from './plan.js'

/** The planned sets of a track on one day, paired with the performed ones. */
export interface MatchedTrack {
  track: Track
  pairs: { planned: PlannedSet; done: LoggedSet | null }[]
  /** Sets beyond the planned ones. */
  extraSets: LoggedSet[]
  entries: LoggedEntry[]
}

/** Returns the tracks that were trained, in the order of the plan. */
export function matchTracks({ entries }: TrainingDay, { exercises }: LoggedDay): MatchedTrack[] {
  const byTrack = new Map<Track, DistributedTrack>()
  for (const { exerciseId, entries: logged } of exercises) {
    const planned = entries.filter(entry => entry.exercise.exerciseId === exerciseId)
    const sets = planned.map(entry => entry.exercise.sets.filter(isEvaluated))
    const distributed = distributeSets(logged, sets)
    for (const [index, { track }] of planned.entries()) {
      const found = byTrack.get(track) ?? { track, planned: [], entries: [] }
      found.planned.push(...(sets[index] as PlannedSet[]))
      found.entries.push(distributed[index] as LoggedEntry)
      byTrack.set(track, found)
    }
  }
  return [...byTrack.values()].filter(({ entries }) => entries.some(entry => entry.isTrained)).map(pairSets)
}

interface DistributedTrack {
  track: Track
  planned: PlannedSet[]
  entries: LoggedEntry[]
}

/** Pairs the n-th planned set with the n-th performed set, across all entries of the track. */
function pairSets({ track, planned, entries }: DistributedTrack): MatchedTrack {
  const done = entries.flatMap(entry => entry.sets)
  const pairs = planned.map((set, index) => ({ planned: set, done: done[index] ?? null }))
  return { track, pairs, extraSets: done.slice(planned.length), entries }
}

/**
 * Assigns the logged sets to the planned entries. If the numbers of entries differ, because users log in one entry what
 * was planned in two or the other way round, the sets are assigned in order, and the last entry gets the extra ones.
 */
function distributeSets(
  logged: readonly LoggedEntry[],
  planned: readonly PlannedSet[][],
): readonly LoggedEntry[] {
  if (logged.length === planned.length) return logged
  const allSets = logged.flatMap(entry => entry.sets)
  const isTrained = logged.some(entry => entry.isTrained)
  const best = hardest(
    logged.flatMap(entry => entry.best ?? []),
    false,
  )
  let start = 0
  return planned.map(({ length }, index) => {
    const isLast = index === planned.length - 1
    const sets = allSets.slice(start, isLast ? undefined : start + length)
    start += length
    return { sets, isTrained: sets.length > 0 || (index === 0 && isTrained), best }
  })
}
