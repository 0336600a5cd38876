import { notFound } from '../../../errors.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { RecordAnnouncements } from './announcements.js'
import type { ReplayOutcome } from './history/exercise-replay.js'
import { newRecords } from './history/record-changes.js'
import type { HistoryStore } from './history/store.js'
import type { PersonalRecord } from './models.js'
import { recordId, type RecordFilter, type RecordStore } from './store.js'
import { recordTypes } from './vocabulary.js'
import { recordWorkoutListener } from './workout-listener.js'

const maxImprovements = 10

interface Dependencies {
  records: RecordStore
  history: HistoryStore
  announcements: RecordAnnouncements
  database: Pick<Database, 'afterCommit'>
  owned: Pick<OwnedService, 'head'>
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

  return {
    listener: recordWorkoutListener({ records, history, announce }),

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
