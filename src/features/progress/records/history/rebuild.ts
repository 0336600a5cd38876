import { isDeepStrictEqual } from 'node:util'
import { createYielder } from '../../../../lib/event-loop.js'
import type { NewRecord } from '../models.js'
import type { EntriesChange } from './follow.js'
import { keyOf, type RecordChange } from './record-changes.js'
import { startWalk, type EntryChange, type WalkOutcome } from './walk.js'

/** A record as it is stored. */
export interface StoredRecord {
  record: NewRecord
  /** Whether no other of its type and exercise has bettered it. */
  stands: boolean
}

/** What all workouts come to that are done in their order, from nothing, for each exercise. */
export async function replayAll(entries: readonly EntriesChange[]): Promise<WalkOutcome[]> {
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
  const outcomes: WalkOutcome[] = []
  for (const [exerciseId, changes] of byExercise) {
    const walk = startWalk(exerciseId, changes, null)
    walk.goOn([], null)
    outcomes.push(walk.outcome())
    await pause()
  }
  return outcomes
}

/** What it takes to make the stored records those of a replay. */
export function corrections(
  stored: readonly StoredRecord[],
  outcomes: readonly WalkOutcome[],
): RecordChange[] {
  const nameOf = ({ workoutId, exerciseId, type }: NewRecord) => `${workoutId} ${exerciseId} ${type}`
  const known = new Map(stored.map(one => [nameOf(one.record), one]))
  const changes: RecordChange[] = []
  for (const { records, bests } of outcomes)
    for (const record of records.after) {
      const stands = bests[record.type]?.workoutId === record.workoutId
      const found = known.get(nameOf(record))
      known.delete(nameOf(record))
      if (!found || found.stands !== stands || !isDeepStrictEqual(found.record, record))
        changes.push({ ...keyOf(record), record, isNew: !found, stands })
    }
  const surplus = [...known.values()].map(({ record }) => ({ ...keyOf(record), record: null, isNew: false }))
  return [...surplus, ...changes]
}
