import { isDeepStrictEqual } from 'node:util'
import { notFound } from '../../../errors.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { RecordAnnouncements } from './announcements.js'
import {
  exerciseUse,
  exerciseUses,
  exerciseUseWrites,
  type ExerciseUse,
  type ExerciseUses,
} from '../../training/exercises/exercise-use.js'
import type { VersionChange, WorkoutListener } from '../../training/workouts/listeners.js'
import type { WorkoutDerived } from '../../training/workouts/models.js'
import { replayChanges, type EntriesChange } from './history/replay-changes.js'
import { entriesOf, packEntries, unpackEntries, type Entries } from './history/entry.js'
import { corrections, replayAll } from './history/rebuild.js'
import { recordChanges, newRecords } from './history/record-changes.js'
import type { HistoryStore } from './history/store.js'
import { packSummary } from './history/summary.js'
import type { ReplayOutcome } from './history/exercise-replay.js'
import type { NewRecord, PersonalRecord } from './models.js'
import { recordId, type RecordFilter, type RecordStore } from './store.js'
import { recordTypes } from './vocabulary.js'

const maxImprovements = 10

interface Dependencies {
  records: RecordStore
  history: HistoryStore
  announcements: RecordAnnouncements
  database: Pick<Database, 'afterCommit'>
  owned: Pick<OwnedService, 'head'>
}

/** The data of a workout version that records are derived from. */
interface RecordDigest {
  entries: Entries
  /** The distinct exercises of the workout. */
  exerciseIds: string[]
  /** The stored data of the version; null for a version that is being written, and in a rebuild. */
  stored: Pick<WorkoutDerived, 'previous' | 'recordEntries'> | null
}

/** The outcome that later listeners receive. */
export interface RecordOutcome {
  /** The change of the number of records that broke another one. */
  improvements: number
  /** The changed uses of exercises; null for an exercise that no workout contains any more. */
  uses: Readonly<Record<string, ExerciseUse | null>>
}

interface Derived extends RecordOutcome {
  /**
   * By workout and exercise: the last earlier workout in which the exercise was performed; null if there is none.
   * Contains only new and changed entries, including those of workouts that have not changed themselves.
   */
  previous: ReadonlyMap<string, Record<string, string | null>>
  /** The packed entries of the written workouts. */
  recordEntries: ReadonlyMap<string, string>
}

/** Called in the transaction of a save that sets personal records, except baselines. */
type NewRecordListener = (userId: string, recordIds: readonly string[], head: Head) => Promise<void>

export function recordService({ records, history, announcements, database, owned }: Dependencies) {
  const currentOf = batchByOwner(records.current, ({ exerciseId }) => exerciseId)
  const byId = batchByOwner(records.findMany, ({ id }) => id)
  const ofWorkout = batchByOwner(records.findByWorkouts, ({ workoutId }) => workoutId)

  const newRecordListeners: NewRecordListener[] = []

  async function announce(userId: string, outcomes: readonly ReplayOutcome[], head: Head): Promise<void> {
    const ids = outcomes
      .flatMap(newRecords)
      .sort((left, right) => left.achievedAt.getTime() - right.achievedAt.getTime())
      .map(record => recordId(userId, record))
    if (ids.length > 0)
      for (const newRecordListener of newRecordListeners) await newRecordListener(userId, ids, head)
    database.afterCommit(() => announcements.publish(userId, ids))
  }

  const listener: WorkoutListener<RecordDigest, RecordOutcome> = {
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
              previous: pointersOf(exerciseIds, previous.get(id)),
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
  }

  return {
    listener,

    /** Must be called while features are created. */
    onNewRecords(newRecordListener: NewRecordListener): void {
      newRecordListeners.push(newRecordListener)
    },

    /** Newest first. @throws AppError BAD_USER_INPUT */
    list: (userId: string, filter: RecordFilter, page: PageArguments): Promise<Page<PersonalRecord, null>> =>
      records.page(userId, filter, page),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<PersonalRecord> {
      const [record] = await byId(userId, id)
      if (!record) throw notFound('record')
      return record
    },

    /** Reads the current records of an exercise, ordered by type. */
    currentRecords: async (userId: string, exerciseId: string): Promise<PersonalRecord[]> =>
      (await currentOf(userId, exerciseId)).sort(byType),

    /** Reads the current records of some exercises within the caller's transaction. */
    findCurrent: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      records.current(userId, exerciseIds),

    /** Reads the records that a workout set, ordered by type. */
    ofWorkout: async (userId: string, workoutId: string): Promise<PersonalRecord[]> =>
      (await ofWorkout(userId, workoutId)).sort(byType),

    /** Subscribes to new records, except baselines. */
    recordSet: (userId: string): AsyncIterableIterator<PersonalRecord> => announcements.subscribe(userId),

    /** Reads the latest records, except baselines. */
    improvements: (userId: string): Promise<PersonalRecord[]> =>
      records.latestImprovements(userId, maxImprovements),

    /** @param head of the user's records, if the caller has read it */
    async workoutsCompleted(userId: string, head?: Head): Promise<number> {
      const { counts, active } = head ?? (await owned.head(userId))
      return (counts.WORKOUT ?? 0) - (active.WORKOUT === undefined ? 0 : 1)
    },
  }
}

const byType = (left: PersonalRecord, right: PersonalRecord) =>
  recordTypes.indexOf(left.type) - recordTypes.indexOf(right.type)

export type RecordService = ReturnType<typeof recordService>

const noEntries = packEntries(new Map())

const toEntriesChange = ({ id, before, after }: VersionChange<RecordDigest>): EntriesChange => ({
  id,
  before: before?.entries ?? new Map(),
  after: after?.entries ?? new Map(),
})

/** @param head the head before the changes */
const deriveData = (
  outcomes: readonly ReplayOutcome[],
  entries: readonly EntriesChange[],
  head: Pick<Head, 'parts'>,
): Derived => ({
  previous: previousByWorkout(outcomes),
  uses: Object.fromEntries(
    outcomes.map(outcome => [
      outcome.exerciseId,
      useAfter(outcome, entries, exerciseUse(head, outcome.exerciseId)),
    ]),
  ),
  recordEntries: new Map(entries.map(({ id, after }) => [id, packEntries(after)])),
  improvements: outcomes.reduce(
    (sum, { records: { before, after } }) => sum + improvementsAmong(after) - improvementsAmong(before),
    0,
  ),
})

type Pointers = Readonly<Record<string, string | null>>

const pointersOf = (exerciseIds: readonly string[], pointers: Pointers = {}): Record<string, string | null> =>
  Object.fromEntries(exerciseIds.map(exerciseId => [exerciseId, pointers[exerciseId] ?? null]))

/** Returns patches for the written workouts, and for later ones whose previous workout has changed. */
function workoutPatches(
  changes: readonly VersionChange<RecordDigest>[],
  { previous, recordEntries }: Derived,
): DerivedPatch[] {
  const changedIds = new Set(changes.map(({ id }) => id))
  const written = changes.flatMap(({ id, before, after }): DerivedPatch[] => {
    if (!after) return []
    // Unchanged pointers are missing in `previous`.
    const pointers = { ...before?.stored?.previous, ...previous.get(id) }
    return [
      {
        id,
        type: 'WORKOUT',
        set: { previous: pointersOf(after.exerciseIds, pointers), recordEntries: recordEntries.get(id) },
      },
    ]
  })
  const others = [...previous].filter(([id]) => !changedIds.has(id))
  const followers = others.map(([id, pointers]): DerivedPatch => {
    const set = Object.entries(pointers).map(([exerciseId, other]) => [`previous.${exerciseId}`, other])
    return { id, type: 'WORKOUT', set: Object.fromEntries(set) as Record<string, unknown> }
  })
  return [...written, ...followers]
}

/** Returns the uses that differ from the stored ones; null for exercises that are not used any more. */
function changedUses(stored: ExerciseUses, uses: RecordOutcome['uses']): RecordOutcome['uses'] {
  const removed = Object.keys(stored).filter(id => !(id in uses))
  const others = Object.entries(uses).filter(([id, use]) => !isDeepStrictEqual(use, stored[id]))
  return Object.fromEntries([...others, ...removed.map(id => [id, null] as const)])
}

/** Returns the use of an exercise after the changes; null if no workout contains it any more. */
function useAfter(
  { exerciseId, last, bests, latest }: ReplayOutcome,
  changes: readonly EntriesChange[],
  before: ExerciseUse | undefined,
): ExerciseUse | null {
  let { timesPerformed, workoutCount } = before ?? { timesPerformed: 0, workoutCount: 0 }
  for (const change of changes) {
    const [entryBefore, entryAfter] = [change.before.get(exerciseId), change.after.get(exerciseId)]
    timesPerformed += Number(entryAfter?.isPerformed ?? false) - Number(entryBefore?.isPerformed ?? false)
    workoutCount += Number(entryAfter !== undefined) - Number(entryBefore !== undefined)
  }
  if (workoutCount === 0) return null
  const lastPerformedAt = last?.startedAt ?? null
  const lastPosition = last && lastPerformedAt && { workoutId: last.workoutId, startedAt: lastPerformedAt }
  const summary = packSummary({ state: { last: lastPosition, bests }, latest })
  return { timesPerformed, lastPerformedAt, workoutCount, summary }
}

const improvementsAmong = (records: readonly NewRecord[]) =>
  records.filter(({ previous }) => previous !== null).length

function previousByWorkout(outcomes: readonly ReplayOutcome[]) {
  const byWorkout = new Map<string, Record<string, string | null>>()
  for (const { exerciseId, previous } of outcomes)
    for (const [workoutId, other] of previous) {
      const existing = byWorkout.get(workoutId)
      if (existing) existing[exerciseId] = other
      else byWorkout.set(workoutId, { [exerciseId]: other })
    }
  return byWorkout
}
