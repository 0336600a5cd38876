import { notFound } from '../../../errors.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { ExerciseUse, Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { RecordAnnouncements } from './announcements.js'
import { entriesChange, walkAll, type EntriesChange } from './history/follow.js'
import { entriesOf, packEntries } from './history/entry.js'
import { corrections, replayAll } from './history/rebuild.js'
import { recordChanges, recordsMade, type RecordChange } from './history/record-changes.js'
import type { PastStore } from './history/store.js'
import { packSummary } from './history/summary.js'
import type { WalkOutcome } from './history/walk.js'
import type { NewRecord, PerformedWorkout, PersonalRecord, WorkoutChange } from './models.js'
import { recordId, type RecordFilter, type RecordStore } from './store.js'
import { recordTypes } from './vocabulary.js'

/** How many improvements of a person are shown. */
const improvementCount = 10

interface Dependencies {
  records: RecordStore
  past: PastStore
  announcements: RecordAnnouncements
  database: Pick<Database, 'afterCommit'>
  owned: Pick<OwnedService, 'head'>
}

/** What follows from changes of workouts. */
export interface Followed {
  /**
   * By workout and exercise: the workout before it in which the exercise was performed last, null where there is none.
   * Only what is new or has changed, of the changed workouts and of others; all else stays as it was told before.
   */
  previous: Map<string, Record<string, string | null>>
  /** How exercises are used from now on; null where no workout names one any more. */
  exercises: Record<string, ExerciseUse | null>
  /** By workout: what is to be kept of each that was written. */
  kept: Map<string, string>
  /** How many records more, or fewer, there are that bettered another one. */
  improvements: number
}

/** What is to be written where all is derived anew. */
export interface Derived extends Followed {
  changes: RecordChange[]
}

export function recordService({ records, past, announcements, database, owned }: Dependencies) {
  const standing = batchByOwner(records.standing, ({ exerciseId }) => exerciseId)
  const byId = batchByOwner(records.among, ({ id }) => id)
  const ofWorkout = batchByOwner(records.ofWorkouts, ({ workoutId }) => workoutId)

  /** Tells of what was made, when it is there to be read. */
  function announce(userId: string, outcomes: readonly WalkOutcome[]): void {
    const made = outcomes.flatMap(recordsMade)
    const inOrder = made.sort((left, right) => left.achievedAt.getTime() - right.achievedAt.getTime())
    const ids = inOrder.map(record => recordId(userId, record))
    database.afterCommit(() => announcements.publish(userId, ids))
  }

  /** @param tell is told what came of it */
  async function followed(
    userId: string,
    changes: readonly WorkoutChange[],
    head: Head,
    tell: (outcomes: readonly WalkOutcome[]) => void,
  ): Promise<Followed> {
    const entries = changes.map(entriesChange)
    const recordsSince = (ids: readonly string[], from: Date) => records.since(userId, ids, from)
    const outcomes = await walkAll(entries, { userId, head, past, recordsSince })
    await records.write(userId, (await Promise.all(outcomes.map(recordChanges))).flat())
    tell(outcomes)
    return consequencesOf(outcomes, entries, head)
  }

  return {
    /**
     * Writes what follows from changes of workouts for records, in the transaction of the changes: exactly the records
     * that all workouts would set that were done in their order. What comes after everything else needs no read, and
     * a write only where it sets records; what changes in the past reads on from there until nothing follows any more.
     * @param head as it was before, or with the counts of after the changes
     */
    follow: (userId: string, changes: readonly WorkoutChange[], head: Head): Promise<Followed> =>
      followed(userId, changes, head, outcomes => announce(userId, outcomes)),

    /** The same for what was not trained just now, such as imports: nobody is told. */
    followQuietly: (userId: string, changes: readonly WorkoutChange[], head: Head): Promise<Followed> =>
      followed(userId, changes, head, () => undefined),

    /** What is seen of a workout that is to be derived anew. */
    entriesOf: (workout: PerformedWorkout): EntriesChange => ({
      id: workout.id,
      before: new Map(),
      after: entriesOf(workout),
    }),

    /**
     * What all workouts of a person would set that were done in their order, and what has to be written for that.
     * It reads outside every transaction: whoever writes it sees to it that nothing has changed meanwhile.
     * @param entries of all workouts
     */
    async derived(userId: string, entries: readonly EntriesChange[]): Promise<Derived> {
      const outcomes = await replayAll(entries)
      const changes = corrections(await records.every(userId), outcomes)
      return { ...consequencesOf(outcomes, entries, { exercises: {} }), changes }
    },

    /** Writes what was derived anew, in a transaction. */
    correct: (userId: string, { changes }: Derived): Promise<void> => records.write(userId, changes),

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
    standing: async (userId: string, exerciseId: string): Promise<PersonalRecord[]> =>
      (await standing(userId, exerciseId)).sort(byType),

    /** What stands now in some exercises, as the transaction of the caller sees it. */
    standingAmong: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      records.standing(userId, exerciseIds),

    /** What a workout has set, by exercise and type. */
    ofWorkout: async (userId: string, workoutId: string): Promise<PersonalRecord[]> =>
      (await ofWorkout(userId, workoutId)).sort(byType),

    /** Each record from now on that saves set and that bettered something. */
    recordSet: (userId: string): AsyncIterableIterator<PersonalRecord> => announcements.subscribe(userId),

    /** The latest that bettered something. */
    improvements: (userId: string): Promise<PersonalRecord[]> =>
      records.improvements(userId, improvementCount),

    async workoutsCompleted(userId: string): Promise<number> {
      const { counts, active } = await owned.head(userId)
      return (counts.WORKOUT ?? 0) - (active.WORKOUT === undefined ? 0 : 1)
    },
  }
}

const byType = (left: PersonalRecord, right: PersonalRecord) =>
  recordTypes.indexOf(left.type) - recordTypes.indexOf(right.type)

export type RecordService = ReturnType<typeof recordService>

/** What follows from what has become of exercises. @param head as it was before */
const consequencesOf = (
  outcomes: readonly WalkOutcome[],
  entries: readonly EntriesChange[],
  head: Pick<Head, 'exercises'>,
): Followed => ({
  previous: previousOf(outcomes),
  exercises: Object.fromEntries(
    outcomes.map(outcome => [
      outcome.exerciseId,
      useAfter(outcome, entries, head.exercises[outcome.exerciseId]),
    ]),
  ),
  kept: new Map(entries.map(({ id, after }) => [id, packEntries(after)])),
  improvements: outcomes.reduce(
    (sum, { records: { before, after } }) => sum + improvementsAmong(after) - improvementsAmong(before),
    0,
  ),
})

/** How an exercise is used after the changes; null where no workout names it any more. */
function useAfter(
  { exerciseId, last, bests, latest }: WalkOutcome,
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

function previousOf(outcomes: readonly WalkOutcome[]) {
  const all = new Map<string, Record<string, string | null>>()
  for (const { exerciseId, previous } of outcomes)
    for (const [workoutId, other] of previous) {
      const known = all.get(workoutId)
      if (known) known[exerciseId] = other
      else all.set(workoutId, { [exerciseId]: other })
    }
  return all
}
