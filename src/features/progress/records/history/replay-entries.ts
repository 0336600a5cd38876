import { isBetter, scoreOf } from '../comparison.js'
import type { SupersededRecord, NewRecord } from '../models.js'
import type { RecordType } from '../vocabulary.js'
import type { Entry } from './entry.js'

/** The state of an exercise at a point in time, derived from all earlier workouts. */
export interface ReplayState {
  /** The last workout in which the exercise was performed. Its start is null if it has not been read. */
  last: { workoutId: string; startedAt: Date | null } | null
  bests: Partial<Record<RecordType, CurrentBest>>
}

/** The current record and the highest score, which can exceed the record's by less than the tolerance. */
export type CurrentBest = SupersededRecord

export const emptyReplayState: ReplayState = { last: null, bests: {} }

/** Returns the records that workouts set in chronological order, and the state after them. */
export function replayEntries(
  exerciseId: string,
  entries: readonly Entry[],
  before: ReplayState,
): { records: NewRecord[]; state: ReplayState } {
  const records: NewRecord[] = []
  const bests = { ...before.bests }
  let { last } = before
  for (const { workoutId, startedAt, isPerformed, bests: own } of entries) {
    for (const best of own) {
      const currentBest = bests[best.type]
      const score = scoreOf(best)
      if (currentBest && !isBetter(score, currentBest.score)) {
        if (score > currentBest.score) bests[best.type] = { ...currentBest, score }
        continue
      }
      records.push({ exerciseId, workoutId, achievedAt: startedAt, ...best, previous: currentBest ?? null })
      bests[best.type] = { score, workoutId, value: best.value, unit: best.unit, achievedAt: startedAt }
    }
    if (isPerformed) last = { workoutId, startedAt }
  }
  return { records, state: { last, bests } }
}
