import { notFound } from '../../errors.js'
import type { Page, PageArguments } from '../../lib/pages.js'
import type { Load } from '../../lib/units.js'
import type { Database } from '../../platform/database/database.js'
import type { ExerciseUse, Head } from '../owned/models.js'
import type { OwnedService } from '../owned/service.js'
import type { RecordAnnouncements } from './announcements.js'
import { batchedByOwner } from './batched.js'
import { walkAll } from './history/follow.js'
import { recordChanges, recordsMade } from './history/record-changes.js'
import type { ExerciseYearStore, NamedYearChange } from './history/store.js'
import type { WalkOutcome } from './history/walk.js'
import type { PersonalRecord, WorkoutChange } from './models.js'
import { recordId, type RecordFilter, type RecordStore } from './store.js'
import { recordTypes } from './vocabulary.js'

/** How many improvements of a person are shown. */
const improvementCount = 10

interface Dependencies {
  records: RecordStore
  years: ExerciseYearStore
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
}

export function recordService({ records, years, announcements, database, owned }: Dependencies) {
  const standing = batchedByOwner(records.standing, ({ exerciseId }) => exerciseId)
  const ofWorkout = batchedByOwner(records.ofWorkouts, ({ workoutId }) => workoutId)

  /** Tells of what was made, when it is there to be read. */
  function announce(userId: string, outcomes: readonly WalkOutcome[]): void {
    const made = outcomes.flatMap(recordsMade)
    const inOrder = made.sort((left, right) => left.achievedAt.getTime() - right.achievedAt.getTime())
    const ids = inOrder.map(record => recordId(userId, record))
    database.afterCommit(() => announcements.publish(userId, ids))
  }

  return {
    /**
     * Writes what follows from changes of workouts for records, in the transaction of the changes: exactly the records
     * that all workouts would set that were done in their order. Of the usual few exercises in one year that is one
     * read, and two writes at most; where no exercise has changed it is none.
     * @param head as it was before, or with the counts of after the changes
     * @param named what others keep of years: it goes to the database with what is kept of exercises
     * @throws AppError CONFLICT for an exercise in more workouts of one year than anybody does
     */
    async follow(
      userId: string,
      changes: readonly WorkoutChange[],
      head: Head,
      named: readonly NamedYearChange[] = [],
    ): Promise<Followed> {
      const outcomes = await walkAll(userId, changes, head, years)
      await years.write(
        userId,
        outcomes.flatMap(outcome => outcome.years),
        named,
      )
      await records.write(userId, (await Promise.all(outcomes.map(recordChanges))).flat())
      announce(userId, outcomes)
      return {
        previous: previousOf(outcomes),
        exercises: Object.fromEntries(outcomes.map(({ exerciseId, use }) => [exerciseId, use])),
      }
    },

    /** The history, the newest first. @throws AppError BAD_USER_INPUT */
    list: (userId: string, filter: RecordFilter, page: PageArguments): Promise<Page<PersonalRecord, null>> =>
      records.page(userId, filter, page),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<PersonalRecord> {
      const [record] = await records.among(userId, [id])
      if (!record) throw notFound('record')
      return record
    },

    /** What stands now in an exercise, by type. */
    standing: async (userId: string, exerciseId: string): Promise<PersonalRecord[]> =>
      (await standing(userId, exerciseId)).sort(byType),

    /** What stands now in some exercises, as the transaction of the caller sees it. */
    standingAmong: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      records.standing(userId, exerciseIds),

    /** The entries of years that others keep under a name, a list for each year. */
    namedYears: years.findNamed,

    /**
     * The best estimate of each workout with the exercise, in no order.
     * @param firstYear in UTC, as the last, which belongs to them
     */
    async oneRepetitionMaxima(
      userId: string,
      exerciseId: string,
      firstYear: number,
      lastYear: number,
    ): Promise<{ startedAt: Date; load: Load }[]> {
      const keys = []
      for (let year = firstYear; year <= lastYear; year++) keys.push({ exerciseId, year })
      const entries = (await years.find(userId, keys)).flatMap(year => year.entries)
      return entries.flatMap(({ startedAt, bests }) =>
        bests.flatMap(({ type, value, unit }) =>
          type === 'ONE_RM' && (unit === 'KG' || unit === 'LB') ? [{ startedAt, load: { value, unit } }] : [],
        ),
      )
    },

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
