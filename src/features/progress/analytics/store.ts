import { ObjectId } from 'mongodb'
import { derivedId } from '../../../lib/ids.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import type { TrainingYearChange } from './year-changes.js'

/** The completed workouts of one user in one calendar year, in UTC. */
interface TrainingYearDocument extends Entity {
  userId: ObjectId
  year: number
  /** Packed workouts by id. */
  entries?: Record<string, string>
}

/** Stores workouts instead of sums, so that writes are idempotent. */
export function trainingYearStore(database: Database) {
  const years = database.collection<TrainingYearDocument>('trainingYears', [{ key: { userId: 1 } }])

  return {
    /** Returns the packed workouts of each of the years by id. */
    async find(userId: string, yearNumbers: readonly number[]): Promise<Record<string, string>[]> {
      const ids = yearNumbers.map(year => idOf(userId, year))
      const found = await years.find({ userId: new ObjectId(userId), _id: { $in: ids } })
      return found.map(({ entries = {} }) => entries)
    },

    /** Must be called in the transaction of the changes. */
    async write(userId: string, changes: readonly TrainingYearChange[]): Promise<void> {
      await years.bulkWrite(
        changes.map(({ year, set, unset }) => {
          const $set = Object.fromEntries([...set].map(([id, text]) => [`entries.${id}`, text]))
          const $unset = Object.fromEntries(unset.map(id => [`entries.${id}`, true as const]))
          const filter = { _id: idOf(userId, year), userId: new ObjectId(userId) }
          const update = { $set: { year, ...$set }, ...(unset.length > 0 && { $unset }) }
          return { updateOne: { filter, update, upsert: true } }
        }),
      )
    },

    erase: (userId: string): Promise<void> => deleteInChunks(years, { userId: new ObjectId(userId) }),
  }
}

export type TrainingYearStore = ReturnType<typeof trainingYearStore>

const idOf = (userId: string, year: number) => new ObjectId(derivedId(userId, 'trained', year))
