import t from 'tap'
import { responseOf, follow, startListening, socketClient } from '../../../graphql/subscriptions/live.js'
import { isolatedSettings, signUp } from '../../../helper.js'
import { threeExercises } from '../../portability/sync/exercises.js'
import { completed, done, entry, now, remove, save } from '../../training/workouts/workouts.js'

const query = 'subscription { achievementEarned { key name timesEarned } }'

t.test('publishes each earned achievement once', async t => {
  const { app, socketUrl } = await startListening(t, { clock: () => now })
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const client = socketClient(t, socketUrl, { connectionParams: user.headers })
  const { next, arrived } = follow(client, { query })
  const other = follow(socketClient(t, socketUrl, { connectionParams: stranger.headers }), { query })
  await responseOf(client, { query: '{ __typename }' })
  await new Promise(resolve => setImmediate(resolve))
  const nextAchievement = async () => ((await next()).data as { achievementEarned: object }).achievementEarned

  const at = (startedAt: string) => {
    const endedAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
    return completed({ startedAt, endedAt, timezone: 'UTC' })
  }
  const first = at('2026-01-01T10:00:00.000Z')
  await save(app, user, first)
  t.same(await nextAchievement(), { key: 'first_workout', name: 'First Step', timesEarned: 1 })
  t.same(await nextAchievement(), { key: 'new_year', name: 'Good Intentions', timesEarned: 1 })
  // A repeated save, a deletion and a second workout publish nothing.
  await save(app, user, first)
  await remove(app, user, first.id)
  await save(app, user, at('2026-01-01T12:30:00.000Z'))
  t.match(await nextAchievement(), { key: 'lunch_break' })
  await save(app, user, at('2025-01-01T10:00:00.000Z'))
  t.match(await nextAchievement(), { key: 'new_year', timesEarned: 2 })
  t.match(await nextAchievement(), { key: 'comeback' })
  t.equal(arrived.length, 0)
  t.equal(other.arrived.length, 0)
})

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

t.test(
  'sends achievement events across instances',
  { skip: !TEST_MONGODB_URI || !TEST_REDIS_URL ? 'two instances need MongoDB and Redis' : false },
  async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL ?? '' })
    const [here, there] = [await startListening(t, { settings }), await startListening(t, { settings })]
    const account = await signUp(here.app)
    const client = socketClient(t, there.socketUrl, { connectionParams: { ...account.headers } })
    const { next } = follow(client, { query: 'subscription { achievementEarned { key } }' })
    await responseOf(client, { query: '{ __typename }' })
    const [exerciseId = ''] = await threeExercises(here.app)
    const endedAt = new Date(Date.now() - 60_000).toISOString()
    const startedAt = new Date(Date.now() - 3_600_000).toISOString()
    const exercises = [entry(exerciseId, [done({ reps: 5, completedAt: startedAt })])]
    await save(here.app, account, completed({ startedAt, endedAt, exercises }))
    t.match(await next(), { data: { achievementEarned: { key: String } } })
  },
)
