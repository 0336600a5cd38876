import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import type { App } from '../../../src/app.js'
import { firstHeadIdHex } from '../../../src/features/owned/head-id.js'
import type { Database, Entity } from '../../../src/platform/database/database.js'
import {
  queryGraphQL,
  build,
  logIn,
  signUp,
  isolatedSettings,
  type TestUser,
  type Settings,
} from '../../helper.js'
import { analytics } from '../../features/progress/analytics/analytics.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  now,
  save,
} from '../../features/training/workouts/workouts.js'
import { runCommand } from '../run-command.js'

const rebuild = (settings: Settings) => runCommand('rebuild', settings)

/** Starts an app on a database that remains after the app is closed. */
async function persistentGym(t: Test) {
  const seen: { database?: Database } = {}
  const observe = (database: Database) => (seen.database = database)
  const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  const made = await buildWithExercises(t, undefined, { settings, observe })
  return {
    ...made,
    settings,
    collection: (name: string) => seen.database!.collection<Entity>(name),
    reopened: () => build(t, { clock: () => now, settings, wrapDatabase: observe }),
  }
}

async function shown(app: App, { email, password }: TestUser) {
  // At the time of the command, the earlier sessions have expired.
  const { accessToken } = await logIn(app, email, password)
  const user = { headers: { authorization: `Bearer ${accessToken}` } }
  const { data, errors } = await queryGraphQL(app, '{ me { workoutsCompleted } }', {}, user)
  if (errors) throw new Error(JSON.stringify(errors))
  return { ...data, ...(await analytics(app, user, { from: '2025-12-01', to: '2026-05-01' })) } as object
}

t.test('rebuilds the lost statistics of all users', async t => {
  const { app, bench, pullUp, settings, collection, reopened } = await persistentGym(t)
  const users = [await signUp(app), await signUp(app)] as const
  for (const [at, day] of ['2025-12-31', '2026-01-01', '2026-04-07', '2026-04-14'].entries()) {
    const startedAt = `${day}T20:00:00.000Z`
    const sets = [done({ completedAt: startedAt, load: kg(100 + at), reps: 5 })]
    const exercises = [
      entry(bench, sets),
      entry(pullUp, [done({ completedAt: startedAt, loadMode: 'BODYWEIGHT', reps: 8 })]),
    ]
    const times = { startedAt, endedAt: `${day}T21:00:00.000Z` }
    for (const user of users.slice(0, at < 2 ? 2 : 1)) {
      const { conflict } = await save(app, user, completed({ ...times, exercises }))
      t.equal(conflict, null)
    }
  }
  const before = await Promise.all(users.map(user => shown(app, user)))
  const heads = { _id: { $gte: new ObjectId(firstHeadIdHex) } }
  const headsBefore = await collection('ownedRecords').find(heads, { sort: { _id: 1 } })
  await collection('trainingYears').deleteMany({})
  await collection('ownedRecords').updateMany(heads, { $unset: { trainingYears: true, tally: true } })
  await app.close()

  const { code, output, errors } = await rebuild(settings)
  t.match([code, output], [0, /^The statistics of 2 users were rebuilt\.$/m], errors)
  const later = await reopened()
  t.same(await Promise.all(users.map(user => shown(later, user))), before)
  t.same(
    await collection('ownedRecords').find(heads, { sort: { _id: 1 } }),
    headsBefore,
    'the heads are unchanged',
  )
})
