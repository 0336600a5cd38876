import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Database } from '../../../src/platform/database/database.js'
import { throughEarlierNames } from './earlier-names.js'
import { queueStatistics } from '../../../src/platform/database/migrations/queue-statistics.js'
import { analytics } from '../../features/progress/analytics/analytics.js'
import { recordsOf } from '../../features/progress/records/records.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  save,
} from '../../features/training/workouts/workouts.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings, type TestUser } from '../../helper.js'
import type { App } from '../../../src/app.js'

t.test('builds statistics for workouts of earlier versions after the first start', async t => {
  const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  const seen: { database?: Database } = {}
  const observe = (database: Database) => (seen.database = database)
  const { app, bench } = await buildWithExercises(t, undefined, { settings, observe })
  const [trained, untrained] = [await signUp(app), await signUp(app)]
  for (const day of ['2026-04-07', '2026-04-14']) {
    const times = { startedAt: `${day}T20:00:00.000Z`, endedAt: `${day}T21:00:00.000Z` }
    const sets = [done({ completedAt: times.startedAt, load: kg(100), reps: 5 })]
    await save(app, trained, completed({ ...times, exercises: [entry(bench, sets)] }))
  }
  await queryGraphQL(
    app,
    'mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { user { id } } }',
    {},
    untrained,
  )
  const range = { from: '2026-04-01', to: '2026-05-01' }
  const shown = async (app: App, user: Pick<TestUser, 'headers'>) => ({
    ...(await analytics(app, user, range)),
    ...(await analytics(app, user, range, `oneRepMaxSeries(exerciseId: "${bench}") { value }`)),
    ...(await queryGraphQL(app, '{ me { workoutsCompleted } }', {}, user)).data,
  })
  const before = [await shown(app, trained), await recordsOf(app, trained)] as object

  const database = throughEarlierNames(seen.database!)
  const collection = (name: string) => database.collection(name)
  await collection('trainedYears').deleteMany({})
  await collection('owned').updateMany(
    { last: { $gte: 0 } },
    { $unset: { trainingYears: true, achievementTotals: true } },
  )
  // The migration is repeated after an interruption.
  await queueStatistics(database, () => undefined)
  await queueStatistics(database, () => undefined)
  const queued = await collection('staleStatistics').find({})
  t.same(
    queued.map(({ _id }) => _id),
    [new ObjectId(trained.id)],
  )
  await app.close()

  const later = await build(t, { clock: () => new Date(), settings, wrapDatabase: observe })
  const rebuilds = seen.database!.collection('statisticsRebuilds')
  while ((await rebuilds.find({})).length > 0) await new Promise(setImmediate)
  const { accessToken } = await logIn(later, trained.email, trained.password)
  const again = { ...trained, headers: { authorization: `Bearer ${accessToken}` } }
  t.same([await shown(later, again), await recordsOf(later, again)], before)
})
