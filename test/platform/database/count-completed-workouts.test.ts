import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Database, Entity } from '../../../src/platform/database/database.js'
import { countCompletedWorkouts } from '../../../src/platform/database/migrations/count-completed-workouts.js'
import { buildWithExercises, completed, save, workout } from '../../features/training/workouts/workouts.js'
import { queryGraphQL, signUp } from '../../helper.js'

t.test('copies the number of completed workouts into the documents of users', async t => {
  const seen: { database?: Database } = {}
  const { app } = await buildWithExercises(t, undefined, { observe: database => (seen.database = database) })
  const [trained, training, starting, untrained] = [
    await signUp(app),
    await signUp(app),
    await signUp(app),
    await signUp(app),
  ] as const
  for (const user of [trained, trained, training]) await save(app, user, completed())
  for (const user of [training, starting]) await save(app, user, workout())
  const users = seen.database!.collection<Entity & { workoutsCompleted?: number }>('users')
  await users.updateMany({}, { $unset: { workoutsCompleted: true } })

  // The migration is repeated after an interruption.
  await countCompletedWorkouts(seen.database!, () => undefined)
  await countCompletedWorkouts(seen.database!, () => undefined)

  const counted = []
  for (const user of [trained, training, starting, untrained]) {
    const { data } = await queryGraphQL<{ me: { workoutsCompleted: number } }>(
      app,
      '{ me { workoutsCompleted } }',
      {},
      user,
    )
    counted.push(data!.me.workoutsCompleted)
  }
  t.same(counted, [2, 1, 0, 0])
  t.notOk((await users.findOne({ _id: new ObjectId(untrained.id) }))?.workoutsCompleted)
})
