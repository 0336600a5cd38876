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

/** How many improvements of a person are shown. */
const maxImprovements = 10

interface Dependencies {
  records: RecordStore
  past: HistoryStore
  announcements: RecordAnnouncements
  database: Pick<Database, 'afterCommit'>
  owned: Pick<OwnedService, 'head'>
}

/** A version of a workout, as records are derived from it. */
export interface RecordDigest {
  entries: Entries
  /** The exercises that the workout names, each once. */
  exerciseIds: string[]
  /** What is stored for the version; null for a version that is being written, and in a rebuild. */
  stored: Pick<WorkoutDerived, 'previous' | 'kept'> | null
}

/** What later listeners learn about records. */
export interface RecordOutcome {
  /** By how much the number of records grows or shrinks that bettered another one. */
  improvements: number
  /** The uses of exercises that have changed; null for an exercise that no workout names any more. */
  uses: Readonly<Record<string, ExerciseUse | null>>
}

interface Derived extends RecordOutcome {
  /**
   * By workout and exercise: the workout before it in which the exercise was performed last, null where there is none.
   * Contains only what is new or has changed, also for workouts that have not changed themselves.
   */
  previous: ReadonlyMap<string, Record<string, string | null>>
  /** By workout: the packed entries of each that was written. */
  kept: ReadonlyMap<string, string>
}

export function recordService({ records, past, announcements, database, owned }: Dependencies) {
  const standing = batchByOwner(records.current, ({ exerciseId }) => exerciseId)
  const byId = batchByOwner(records.findMany, ({ id }) => id)
  const ofWorkout = batchByOwner(records.ofWorkouts, ({ workoutId }) => workoutId)

  /** Tells of what was made, when it is there to be read. */
  function announce(userId: string, outcomes: readonly ReplayOutcome[]): void {
    const made = outcomes.flatMap(newRecords)
    const inOrder = made.sort((left, right) => left.achievedAt.getTime() - right.achievedAt.getTime())
    const ids = inOrder.map(record => recordId(userId, record))
    database.afterCommit(() => announcements.publish(userId, ids))
  }

  const listener: WorkoutListener<RecordDigest, RecordOutcome> = {
    digest: ({ content, performed, derived }) => ({
      // The stored entries are what counted, whatever has become of the exercises since.
      entries:
        derived?.kept === undefined
          ? entriesOf(performed)
          : unpackEntries({ workoutId: performed.id, startedAt: performed.startedAt }, derived.kept),
      exerciseIds: [...new Set(content.exercises.map(({ exerciseId }) => exerciseId))],
      stored: derived,
    }),

    /**
     * Writes exactly the records that all workouts would set if they were done in their order. Workouts after all others
     * need no read, and a write only if they set records; for a change in the past, the history is read from there until
     * nothing changes any more. Records that a save sets are announced.
     */
    async apply(userId, changes, { cause, head }) {
      const entries = changes.map(toEntriesChange)
      const recordsSince = (ids: readonly string[], from: Date) => records.since(userId, ids, from)
      const outcomes = await replayChanges(entries, { userId, head, past, recordsSince })
      await records.write(userId, (await Promise.all(outcomes.map(recordChanges))).flat())
      if (cause === 'SAVE') announce(userId, outcomes)
      const derived = deriveFrom(outcomes, entries, head)
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
      const { improvements, uses, previous, kept } = deriveFrom(outcomes, entries, { parts: {} })
      return {
        derived: new Map(
          workouts.map(({ id, digest: { exerciseIds } }) => [
            id,
            { previous: pointersOf(exerciseIds, previous.get(id)), kept: kept.get(id) ?? noEntries },
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

    /** The history, the newest first. @throws AppError BAD_USER_INPUT */
    list: (userId: string, filter: RecordFilter, page: PageArguments): Promise<Page<PersonalRecord, null>> =>
      records.page(userId, filter, page),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<PersonalRecord> {
      const [record] = await byId(userId, id)
      if (!record) throw notFound('record')
      return record
    },

    /** What stands now in an exercise, by type. */
    currentRecords: async (userId: string, exerciseId: string): Promise<PersonalRecord[]> =>
      (await standing(userId, exerciseId)).sort(byType),

    /** What stands now in some exercises, as the transaction of the caller sees it. */
    currentAmong: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      records.current(userId, exerciseIds),

    /** What a workout has set, by exercise and type. */
    ofWorkout: async (userId: string, workoutId: string): Promise<PersonalRecord[]> =>
      (await ofWorkout(userId, workoutId)).sort(byType),

    /** Each record from now on that saves set and that bettered something. */
    recordSet: (userId: string): AsyncIterableIterator<PersonalRecord> => announcements.subscribe(userId),

    /** The latest that bettered something. */
    improvements: (userId: string): Promise<PersonalRecord[]> =>
      records.improvements(userId, maxImprovements),

    async workoutsCompleted(userId: string): Promise<number> {
      const { counts, active } = await owned.head(userId)
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

/** @param head as it was before the changes */
const deriveFrom = (
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
  kept: new Map(entries.map(({ id, after }) => [id, packEntries(after)])),
  improvements: outcomes.reduce(
    (sum, { records: { before, after } }) => sum + improvementsAmong(after) - improvementsAmong(before),
    0,
  ),
})

type Pointers = Readonly<Record<string, string | null>>

const pointersOf = (exerciseIds: readonly string[], pointers: Pointers = {}): Record<string, string | null> =>
  Object.fromEntries(exerciseIds.map(exerciseId => [exerciseId, pointers[exerciseId] ?? null]))

/** The changes of what is stored for workouts: for those that were written, and for those that follow them. */
function workoutPatches(
  changes: readonly VersionChange<RecordDigest>[],
  { previous, kept }: Derived,
): DerivedPatch[] {
  const changed = new Set(changes.map(({ id }) => id))
  const written = changes.flatMap(({ id, before, after }): DerivedPatch[] => {
    if (!after) return []
    // Pointers that have not changed are missing in `previous`.
    const known = { ...before?.stored?.previous, ...previous.get(id) }
    return [
      { id, type: 'WORKOUT', set: { previous: pointersOf(after.exerciseIds, known), kept: kept.get(id) } },
    ]
  })
  const others = [...previous].filter(([id]) => !changed.has(id))
  const followers = others.map(([id, pointers]): DerivedPatch => {
    const set = Object.entries(pointers).map(([exerciseId, other]) => [`previous.${exerciseId}`, other])
    return { id, type: 'WORKOUT', set: Object.fromEntries(set) as Record<string, unknown> }
  })
  return [...written, ...followers]
}

/** Returns the uses that differ from the stored ones; null for those that are stored and not used any more. */
function changedUses(stored: ExerciseUses, uses: RecordOutcome['uses']): RecordOutcome['uses'] {
  const gone = Object.keys(stored).filter(id => !(id in uses))
  const others = Object.entries(uses).filter(([id, use]) => !isDeepStrictEqual(use, stored[id]))
  return Object.fromEntries([...others, ...gone.map(id => [id, null] as const)])
}

/** Returns how an exercise is used after the changes; null if no workout names it any more. */
function useAfter(
  { exerciseId, last, bests, latest }: ReplayOutcome,
  changes: readonly EntriesChange[],
  before: ExerciseUse | undefined,
): ExerciseUse | null {
  let { timesPerformed, timesNamed } = before ?? { timesPerformed: 0, timesNamed: 0 }
  for (const change of changes) {
    const [was, is] = [change.before.get(exerciseId), change.after.get(exerciseId)]
    timesPerformed += Number(is?.isPerformed ?? false) - Number(was?.isPerformed ?? false)
    timesNamed += Number(is !== undefined) - Number(was !== undefined)
  }
  if (timesNamed === 0) return null
  const lastPerformedAt = last?.startedAt ?? null
  const known = last && lastPerformedAt && { workoutId: last.workoutId, startedAt: lastPerformedAt }
  const summary = packSummary({ carry: { last: known, bests }, latest })
  return { timesPerformed, lastPerformedAt, timesNamed, summary }
}

const improvementsAmong = (records: readonly NewRecord[]) =>
  records.filter(({ previous }) => previous !== null).length

function previousByWorkout(outcomes: readonly ReplayOutcome[]) {
  const all = new Map<string, Record<string, string | null>>()
  for (const { exerciseId, previous } of outcomes)
    for (const [workoutId, other] of previous) {
      const known = all.get(workoutId)
      if (known) known[exerciseId] = other
      else all.set(workoutId, { [exerciseId]: other })
    }
  return all
}
