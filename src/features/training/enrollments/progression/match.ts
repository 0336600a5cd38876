import type { PlannedSet } from '../../programs/models.js'
import { hardest } from './loads.js'
import type { LoggedDay, LoggedEntry, LoggedSet } from './log.js'
import { isCompared, type Track, type TrainingDay } from './plan.js'

/** What was planned of a track on a day, beside what was done of it. */
export interface Trained {
  track: Track
  pairs: { planned: PlannedSet; done: LoggedSet | null }[]
  /** Done beyond what was planned. */
  more: LoggedSet[]
  entries: LoggedEntry[]
}

/** The tracks of which any working set was done, in the order of the plan. */
export function matched({ entries }: TrainingDay, { exercises }: LoggedDay): Trained[] {
  const byTrack = new Map<Track, Dealt>()
  for (const { exerciseId, entries: logged } of exercises) {
    const planned = entries.filter(entry => entry.exercise.exerciseId === exerciseId)
    const sets = planned.map(entry => entry.exercise.sets.filter(isCompared))
    const dealt = deal(logged, sets)
    for (const [index, { track }] of planned.entries()) {
      const found = byTrack.get(track) ?? { track, planned: [], entries: [] }
      found.planned.push(...(sets[index] as PlannedSet[]))
      found.entries.push(dealt[index] as LoggedEntry)
      byTrack.set(track, found)
    }
  }
  return [...byTrack.values()].filter(({ entries }) => entries.some(entry => entry.isTrained)).map(paired)
}

interface Dealt {
  track: Track
  planned: PlannedSet[]
  entries: LoggedEntry[]
}

/** The n-th set that was done beside the n-th that was planned, in whichever entries of the track they are. */
function paired({ track, planned, entries }: Dealt): Trained {
  const done = entries.flatMap(entry => entry.sets)
  const pairs = planned.map((set, place) => ({ planned: set, done: done[place] ?? null }))
  return { track, pairs, more: done.slice(planned.length), entries }
}

/**
 * Entry by entry where as many were done as planned. Otherwise in a row: some log in one entry what was planned in
 * two, or the other way round; what is beyond the plan falls to the last.
 */
function deal(logged: readonly LoggedEntry[], planned: readonly PlannedSet[][]): readonly LoggedEntry[] {
  if (logged.length === planned.length) return logged
  const all = logged.flatMap(entry => entry.sets)
  const isTrained = logged.some(entry => entry.isTrained)
  const best = hardest(
    logged.flatMap(entry => entry.best ?? []),
    false,
  )
  let start = 0
  return planned.map(({ length }, index) => {
    const isLast = index === planned.length - 1
    const sets = all.slice(start, isLast ? undefined : start + length)
    start += length
    return { sets, isTrained: sets.length > 0 || (index === 0 && isTrained), best }
  })
}
