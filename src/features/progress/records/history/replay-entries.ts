import { isBetter, scoreOf } from '../comparison.js'
import type { SupersededRecord, NewRecord } from '../models.js'
import type { RecordType } from '../vocabulary.js'
import type { Entry } from './entry.js'

/** What is known of an exercise at one moment, from everything before it. */
export interface ReplayState {
  /** The workout that it was performed in last; its start is null where that has not been read. */
  last: { workoutId: string; startedAt: Date | null } | null
  bests: Partial<Record<RecordType, CurrentBest>>
}

/** The record that stands, and the highest score of all, which may be a little above it: too little to be one. */
export type CurrentBest = SupersededRecord

export const emptyReplayState: ReplayState = { last: null, bests: {} }

/** The records that workouts set one after the other, and what is known after them. */
export function replayEntries(
  exerciseId: string,
  entries: readonly Entry[],
  before: ReplayState,
): { records: NewRecord[]; carry: ReplayState } {
  const records: NewRecord[] = []
  const bests = { ...before.bests }
  let { last } = before
  for (const { workoutId, startedAt, isPerformed, bests: own } of entries) {
    for (const best of own) {
      const known = bests[best.type]
      const score = scoreOf(best)
      if (known && !isBetter(score, known.score)) {
        if (score > known.score) bests[best.type] = { ...known, score }
        continue
      }
      records.push({ exerciseId, workoutId, achievedAt: startedAt, ...best, previous: known ?? null })
      bests[best.type] = { score, workoutId, value: best.value, unit: best.unit, achievedAt: startedAt }
    }
    if (isPerformed) last = { workoutId, startedAt }
  }
  return { records, carry: { last, bests } }
}
