import type { Entity } from '../database.js'
import type { Migration } from '../migrate.js'
import { readTrainedHeads } from './heads.js'

interface User extends Entity {
  workoutsCompleted?: number
}

/**
 * Copies the number of completed workouts into the documents of users. If an older instance completes a workout meanwhile,
 * the number is corrected by the next completed workout or rebuild of the user.
 */
export const countCompletedWorkouts: Migration = async database => {
  const users = database.collection<User>('users')
  for await (const heads of readTrainedHeads(database, 'ownedRecords'))
    await users.bulkWrite(
      heads.map(({ userId, counts, active }) => {
        const workoutsCompleted = (counts?.WORKOUT ?? 0) - (active?.WORKOUT === undefined ? 0 : 1)
        return { updateOne: { filter: { _id: userId }, update: { $set: { workoutsCompleted } } } }
      }),
    )
}
