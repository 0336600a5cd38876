import { isDeepStrictEqual } from 'node:util'
import { createYielder } from '../../../../lib/event-loop.js'
import type { NewRecord } from '../models.js'
import type { EntriesChange } from './replay-changes.js'
import { toRecordKey, type PersonalRecordChange } from './record-changes.js'
import { createExerciseReplay, type EntryChange, type ReplayOutcome } from './exercise-replay.js'

export interface StoredPersonalRecord {
  record: NewRecord
  /** True if no other record of its type and exercise has broken it. */
  isCurrent: boolean
}

/** Replays all workouts for each exercise from the beginning. */
export async function replayAll(entries: readonly EntriesChange[]): Promise<ReplayOutcome[]> {
  const pause = createYielder()
  const byExercise = new Map<string, EntryChange[]>()
  for (const { id: workoutId, after } of entries) {
    for (const [exerciseId, entry] of after) {
      const change = { workoutId, before: null, after: entry }
      const existing = byExercise.get(exerciseId)
      if (existing) existing.push(change)
      else byExercise.set(exerciseId, [change])
    }
    await pause()
  }
  const outcomes: ReplayOutcome[] = []
  for (const [exerciseId, changes] of byExercise) {
    const replay = createExerciseReplay(exerciseId, changes, null)
    replay.addPage([], null)
    outcomes.push(replay.outcome())
    await pause()
  }
  return outcomes
}

/** Returns the changes that make the stored records equal to those of a replay. */
export function corrections(
  stored: readonly StoredPersonalRecord[],
  outcomes: readonly ReplayOutcome[],
): PersonalRecordChange[] {
  const nameOf = ({ workoutId, exerciseId, type }: NewRecord) => `${workoutId} ${exerciseId} ${type}`
  const storedByName = new Map(stored.map(record => [nameOf(record.record), record]))
  const changes: PersonalRecordChange[] = []
  for (const { records, bests } of outcomes)
    for (const record of records.after) {
      const isCurrent = bests[record.type]?.workoutId === record.workoutId
      const found = storedByName.get(nameOf(record))
      storedByName.delete(nameOf(record))
      if (!found || found.isCurrent !== isCurrent || !isDeepStrictEqual(found.record, record))
        changes.push({ ...toRecordKey(record), record, isNew: !found, isCurrent })
    }
  const obsolete = [...storedByName.values()].map(({ record }) => ({
    ...toRecordKey(record),
    record: null,
    isNew: false,
  }))
  return [...obsolete, ...changes]
}
