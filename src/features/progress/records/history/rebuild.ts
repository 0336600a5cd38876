import { isDeepStrictEqual } from 'node:util'
import { createYielder } from '../../../../lib/event-loop.js'
import type { NewRecord } from '../models.js'
import type { EntriesChange } from './replay-changes.js'
import { toRecordKey, type PersonalRecordChange } from './record-changes.js'
import { createExerciseReplay, type EntryChange, type ReplayOutcome } from './exercise-replay.js'

/** A record as it is stored. */
export interface StoredPersonalRecord {
  record: NewRecord
  /** Whether no other of its type and exercise has bettered it. */
  stands: boolean
}

/** What all workouts come to that are done in their order, from nothing, for each exercise. */
export async function replayAll(entries: readonly EntriesChange[]): Promise<ReplayOutcome[]> {
  const pause = createYielder()
  const byExercise = new Map<string, EntryChange[]>()
  for (const { id: workoutId, after } of entries) {
    for (const [exerciseId, entry] of after) {
      const change = { workoutId, before: null, after: entry }
      const known = byExercise.get(exerciseId)
      if (known) known.push(change)
      else byExercise.set(exerciseId, [change])
    }
    await pause()
  }
  const outcomes: ReplayOutcome[] = []
  for (const [exerciseId, changes] of byExercise) {
    const walk = createExerciseReplay(exerciseId, changes, null)
    walk.addPage([], null)
    outcomes.push(walk.outcome())
    await pause()
  }
  return outcomes
}

/** What it takes to make the stored records those of a replay. */
export function corrections(
  stored: readonly StoredPersonalRecord[],
  outcomes: readonly ReplayOutcome[],
): PersonalRecordChange[] {
  const nameOf = ({ workoutId, exerciseId, type }: NewRecord) => `${workoutId} ${exerciseId} ${type}`
  const known = new Map(stored.map(one => [nameOf(one.record), one]))
  const changes: PersonalRecordChange[] = []
  for (const { records, bests } of outcomes)
    for (const record of records.after) {
      const stands = bests[record.type]?.workoutId === record.workoutId
      const found = known.get(nameOf(record))
      known.delete(nameOf(record))
      if (!found || found.stands !== stands || !isDeepStrictEqual(found.record, record))
        changes.push({ ...toRecordKey(record), record, isNew: !found, stands })
    }
  const surplus = [...known.values()].map(({ record }) => ({
    ...toRecordKey(record),
    record: null,
    isNew: false,
  }))
  return [...surplus, ...changes]
}
