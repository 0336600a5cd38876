import type { Head } from '../../owned/models.js'
import { exerciseUses, exerciseUseWrites } from '../../training/exercises/exercise-use.js'
import type { VersionChange, WorkoutListener } from '../../training/workouts/listeners.js'
import {
  changedUses,
  deriveData,
  previousOfExercises,
  workoutPatches,
  type RecordDigest,
  type RecordOutcome,
} from './derived-data.js'
import { entriesOf, packEntries, unpackEntries, type Entries } from './history/entry.js'
import type { ReplayOutcome } from './history/exercise-replay.js'
import { corrections, replayAll } from './history/rebuild.js'
import { recordChanges } from './history/record-changes.js'
import { replayChanges, type EntriesChange } from './history/replay-changes.js'
import type { HistoryStore } from './history/store.js'
import type { RecordStore } from './store.js'

interface Dependencies {
  records: RecordStore
  history: HistoryStore
  /** Announces the new records of a save. */
  announce(userId: string, outcomes: readonly ReplayOutcome[], head: Head): Promise<void>
}

/** Derives the personal records and the uses of exercises from workouts. */
export const recordWorkoutListener = ({
  records,
  history,
  announce,
}: Dependencies): WorkoutListener<RecordDigest, RecordOutcome> => ({
  digest: ({ content, performed, derived }) => ({
    // Stored entries stay valid if the exercises have changed since.
    entries:
      derived?.recordEntries === undefined
        ? entriesOf(performed)
        : unpackEntries({ workoutId: performed.id, startedAt: performed.startedAt }, derived.recordEntries),
    exerciseIds: [...new Set(content.exercises.map(({ exerciseId }) => exerciseId))],
    stored: derived,
  }),

  /**
   * Keeps the records equal to those of a chronological replay of all workouts. Workouts after all others require no
   * reads, and writes only for new records. A change in the past reads the history from there on until it has no further
   * effect. New records of a save are announced.
   */
  async apply(userId, changes, { cause, head }) {
    const entries = changes.map(toEntriesChange)
    const recordsSince = (ids: readonly string[], from: Date) => records.since(userId, ids, from)
    const outcomes = await replayChanges(entries, { userId, head, history, recordsSince })
    await records.write(userId, (await Promise.all(outcomes.map(recordChanges))).flat())
    if (cause === 'SAVE') await announce(userId, outcomes, head)
    const derived = deriveData(outcomes, entries, head)
    const { improvements, uses } = derived
    return {
      derived: workoutPatches(changes, derived),
      ...exerciseUseWrites(uses),
      outcome: { improvements, uses },
    }
  },

  async rebuild(userId, workouts) {
    const entries = workouts.map(({ id, digest }) => ({
      id,
      before: new Map() as Entries,
      after: digest.entries,
    }))
    const outcomes = await replayAll(entries)
    const changes = corrections(await records.all(userId), outcomes)
    const { improvements, uses, previous, recordEntries } = deriveData(outcomes, entries, { parts: {} })
    return {
      derived: new Map(
        workouts.map(({ id, digest: { exerciseIds } }) => [
          id,
          {
            previous: previousOfExercises(exerciseIds, previous.get(id)),
            recordEntries: recordEntries.get(id) ?? noEntries,
          },
        ]),
      ),
      async write({ head }) {
        await records.write(userId, changes)
        const changed = changedUses(exerciseUses(head), uses)
        return { head: exerciseUseWrites(changed).head, outcome: { improvements, uses: changed } }
      },
    }
  },
})

const noEntries = packEntries(new Map())

const toEntriesChange = ({ id, before, after }: VersionChange<RecordDigest>): EntriesChange => ({
  id,
  before: before?.entries ?? new Map(),
  after: after?.entries ?? new Map(),
})
