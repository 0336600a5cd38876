import { AsyncLocalStorage } from 'node:async_hooks'
import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { isDeepStrictEqual } from 'node:util'
import { addDays } from '../../../../src/lib/calendar.js'
import { seconds } from '../../../../src/lib/quantities.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, signUp, isolatedSettings, type TestUser } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { manualClock } from '../../people/auth/requests.js'
import { consent, days, measured, save, sync } from '../../people/measurements/measurements.js'
import { done, entry, buildWithExercises, kg, newId, workout } from './workouts.js'

/** More workouts than the write of a measurement and the following transaction update. */
const count = 230
const firstDay = '2026-01-01'
const now = new Date('2026-10-01T12:00:00.000Z')

/** Wraps the database, and allows a limited number of transactions. */
function gate() {
  const transactions = new AsyncLocalStorage<boolean>()
  let allowed = Infinity
  let refuse = () => {}

  return {
    /** Runs some work, and waits until one more transaction than allowed was begun and rejected. */
    async withAllowedTransactions<T>(count: number, work: () => Promise<T>): Promise<T> {
      const refused = new Promise<void>(resolve => (refuse = resolve))
      allowed = count
      const result = await work()
      await refused
      return result
    },
    observe: (database: Database): Database => ({
      ...database,
      afterCommit: effect => database.afterCommit(() => transactions.run(false, effect)),
      async transaction(userId, work) {
        if (transactions.getStore()) return database.transaction(userId, work)
        if (allowed-- > 0) return transactions.run(true, () => database.transaction(userId, work))
        refuse()
        throw new Error('transaction refused by the test')
      },
    }),
  }
}

async function buildWithGate(t: Test) {
  const { withAllowedTransactions, observe } = gate()
  const { clock, advance } = manualClock(now)
  const settings = isolatedSettings(t, { ...unlimited, JWT_ACCESS_TOKEN_EXPIRES_IN: '2000d' })
  const { app, pullUp, bench } = await buildWithExercises(t, clock, { settings, observe })
  const consentingUser = async () => {
    const user = await signUp(app)
    await consent(app, user)
    return user
  }
  return {
    app,
    pullUp,
    bench,
    withAllowedTransactions,
    advance,
    consentingUser,
    reopened: () => build(t, { clock, settings }),
  }
}

type Fixture = Awaited<ReturnType<typeof buildWithGate>>

/** Saves one workout per day with a body-weight exercise. */
async function train({ app, pullUp, bench }: Fixture, user: TestUser) {
  const saves = Array.from({ length: count }, (_, day) => {
    const startedAt = `${addDays(firstDay, day)}T10:00:00.000Z`
    const own = { completedAt: startedAt, reps: 5 + (day % 7) }
    const exercises = [
      entry(pullUp, [done({ ...own, loadMode: 'BODYWEIGHT' })]),
      entry(bench, [done({ ...own, load: kg(60 + (day % 11)) })]),
    ]
    const endedAt = startedAt.replace('T10', 'T11')
    return { saveWorkout: workout({ title: `${day}`, startedAt, endedAt, timezone: 'UTC', exercises }) }
  })
  for (let at = 0; at < count; at += 100) await sync(app, user, saves.slice(at, at + 100))
}

/** Reads all data that depends on the body weight. */
async function readDerivedData(app: App, user: TestUser) {
  const page = async (after: string | null) => {
    const { data, errors } = await queryGraphQL<{ workouts: { edges: Edge[] } }>(
      app,
      `query($after: String) { workouts(first: 100, after: $after) { edges { cursor node {
        workoutTitle bodyWeight { value unit } totals { volume } records { type value unit previous { value } }
      } } } }`,
      { after },
      user,
    )
    if (!data) throw new Error(JSON.stringify(errors))
    return data.workouts.edges
  }
  const edges: Edge[] = []
  for (let more = await page(null); more.length > 0; more = await page(edges.at(-1)!.cursor))
    edges.push(...more)
  const { data } = await queryGraphQL<Record<string, object>>(
    app,
    `{
      analytics(range: { from: "2026-01-01", to: "2026-10-01" }, timezone: "UTC") {
        volumeByWeek { date value } volumeByMuscle { muscle volume } workoutsByWeek { value }
      }
    }`,
    {},
    user,
  )
  const workouts = edges.map(({ node }) =>
    JSON.stringify({ ...node, records: node.records.map(textOf).sort() }),
  )
  return { workouts, ...data }
}

interface Edge {
  cursor: string
  node: { workoutTitle: string; bodyWeight: { value: number } | null; records: object[] }
}

const textOf = (record: object) => JSON.stringify(record)

const weights = async (app: App, user: TestUser) =>
  (await readDerivedData(app, user)).workouts.map(
    text => (JSON.parse(text) as Edge['node']).bodyWeight?.value ?? null,
  )

/** Polls until the workouts have these body weights. */
async function awaitWeights(app: App, user: TestUser, expected: (number | null)[]) {
  while (!isDeepStrictEqual(await weights(app, user), expected)) await new Promise(setImmediate)
}

/** Returns the weights, the latest first. */
const weightsBy = (weightOn: (day: number) => number | null) =>
  Array.from({ length: count }, (_, day) => weightOn(day)).reverse()

t.test('responds to a measurement before hundreds of workouts are backfilled', async t => {
  const fixture = await buildWithGate(t)
  const { app, withAllowedTransactions, advance, consentingUser, reopened } = fixture
  const [user, twin] = [await consentingUser(), await consentingUser()]
  await train(fixture, user)
  const measurements = [measured(firstDay, kg(80)), measured(addDays(firstDay, 20), kg(70))]
  const latest = measured(addDays(firstDay, count - 5), kg(90))

  const write = (input: object) => async () =>
    t.match(await save(app, user, { ...input }), { conflict: null })
  // The write itself, and one transaction after it.
  await withAllowedTransactions(2, write(measurements[0]!))
  t.same(
    await weights(app, user),
    weightsBy(day => (day < count - 200 ? null : 80)),
    'backfills the latest workouts first',
  )
  await withAllowedTransactions(1, write(measurements[1]!))
  await withAllowedTransactions(1, write(latest))
  t.same(
    (await weights(app, user)).slice(0, 6),
    [90, 90, 90, 90, 90, 70],
    'updates the workouts of today immediately',
  )
  await app.close()

  advance(5 * seconds)
  const later = await reopened()
  await awaitWeights(
    later,
    user,
    weightsBy(day => (day < 20 ? 80 : day < count - 5 ? 70 : 90)),
  )
  for (const one of [...measurements, latest]) await save(later, twin, { ...one, id: newId() })
  await train({ ...fixture, app: later }, twin)
  t.same(
    await readDerivedData(later, user),
    await readDerivedData(later, twin),
    'derives the same data as without the delay',
  )

  await consent(later, user, 'withdrawConsent')
  await awaitWeights(
    later,
    user,
    weightsBy(() => null),
  )
  t.same(await days(later, user), [])
})
