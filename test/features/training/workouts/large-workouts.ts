import type { App } from '../../../../src/app.js'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { idFrom } from '../../portability/sync/device.js'
import { threeExercises } from '../../portability/sync/exercises.js'

/** The time at which the workouts are saved. */
export const afterWorkouts = () => new Date('2026-05-31T08:00:00.000Z')

/** Creates a workout with the maximum number of exercises and sets: 5,051 objects with its loads. */
export function largeWorkout(number: number, exerciseId: string, exercises = 50, sets = 50) {
  const startedAt = `2026-05-${String(number).padStart(2, '0')}T12:00:00.000Z`
  const endedAt = startedAt.replace('T12', 'T13')
  return {
    ...{ id: idFrom(number, 1), startedAt, endedAt, timezone: 'UTC' },
    exercises: Array.from({ length: exercises }, (_, entry) => ({
      ...{ id: idFrom(number, 2, entry), exerciseId },
      sets: Array.from({ length: sets }, (_, set) => ({
        ...{ id: idFrom(number, entry + 3, set), reps: 5, completedAt: startedAt },
        load: { value: 40, unit: 'KG' },
      })),
    })),
  }
}

/** Saves workouts of the maximum size. @returns their ids */
export async function saveLargeWorkouts(app: App, user: TestUser, count: number): Promise<string[]> {
  const [exerciseId = ''] = await threeExercises(app)
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const input = largeWorkout(number, exerciseId)
    const mutation = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
    const { errors } = await queryGraphQL(app, mutation, { input }, user)
    if (errors) throw new Error(JSON.stringify(errors))
    ids.push(input.id)
  }
  return ids
}

/** Counts the queries of a collection, and the documents with content that they find. */
export function countFinds(name: string) {
  const finds = {
    count: 0,
    documents: 0,
    observe: (database: Database): Database => ({
      ...database,
      collection: <T extends Entity>(own: string, indexes?: Index[]) => {
        const collection = database.collection<T>(own, indexes)
        if (own !== name) return collection
        const find: Collection<T>['find'] = async (filter, options) => {
          finds.count++
          const found = await collection.find(filter, options)
          finds.documents += found.filter(document => 'exercises' in Object(document['content'])).length
          return found
        }
        return { ...collection, find }
      },
    }),
  }
  return finds
}
