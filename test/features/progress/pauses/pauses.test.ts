import t from 'tap'
import { pausedWeeks } from '../../../../src/features/progress/pauses/paused-weeks.js'
import { streakOf } from '../../../../src/features/progress/analytics/streak.js'
import { dayNumberOf } from '../../../../src/lib/calendar.js'
import type { App } from '../../../../src/app.js'
import { build, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import {
  buildWithExercises,
  completed,
  done,
  entry,
  newId,
  save,
  type Input,
} from '../../training/workouts/workouts.js'

const fields = 'id version from to reason'

interface Saved {
  savePause: { pause: (Input & { id: string }) | null; conflict: string | null } | null
}

const trySavePause = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<Saved>(
    app,
    `mutation($input: PauseInput!) { savePause(input: $input) { conflict pause { ${fields} } } }`,
    { input: { id: newId(), reason: 'HOLIDAY', ...input } },
    user,
  )

const savePause = async (app: App, user: TestUser, from: string, to: string, more: Input = {}) => {
  const { data, errors } = await trySavePause(app, user, { from, to, ...more })
  if (!data?.savePause) throw new Error(JSON.stringify(errors))
  return data.savePause
}

const pausesOf = async (app: App, user: TestUser, range: Input = {}) => {
  const query = `query($from: Date, $to: Date) { pauses(from: $from, to: $to) { ${fields} } }`
  const { data } = await queryGraphQL<{ pauses: Input[] }>(app, query, range, user)
  return data!.pauses
}

const now = new Date('2026-05-04T12:00:00.000Z')

t.test('saves, lists and deletes pauses', async t => {
  const app = await build(t, { clock: () => now })
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  t.match(await savePause(app, person, '2026-04-01', '2026-04-10', { id, reason: 'INJURY' }), {
    conflict: null,
    pause: { id, version: 1, from: '2026-04-01', to: '2026-04-10', reason: 'INJURY' },
  })
  await savePause(app, person, '2026-06-01', '2026-06-01')
  const starts = async (range: Input = {}) => (await pausesOf(app, person, range)).map(({ from }) => from)
  t.same(await starts(), ['2026-06-01', '2026-04-01'])
  t.same(await starts({ from: '2026-04-10', to: '2026-05-31' }), ['2026-04-01'])
  t.same(await starts({ from: '2026-04-11' }), ['2026-06-01'])
  t.same(await starts({ to: '2026-03-31' }), [])
  t.same(await pausesOf(app, stranger), [])
  await queryGraphQL(
    app,
    'mutation($id: ID!) { deletePause(input: { id: $id }) { conflict } }',
    { id },
    person,
  )
  t.same(await starts(), ['2026-06-01'])
})

t.test('refuses a pause that overlaps another one', async t => {
  const app = await build(t, { clock: () => now })
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await savePause(app, person, '2026-04-10', '2026-04-20', { id })
  for (const [from, to] of [
    ['2026-04-01', '2026-04-10'],
    ['2026-04-20', '2026-04-30'],
    ['2026-04-12', '2026-04-13'],
    ['2026-04-01', '2026-04-30'],
  ] as const)
    t.match(await savePause(app, person, from, to), { conflict: 'ACTIVE', pause: { id } }, `${from} to ${to}`)
  t.match(await savePause(app, person, '2026-04-21', '2026-04-22'), { conflict: null })
  t.match(await savePause(app, person, '2026-04-11', '2026-04-19', { id, expectedVersion: 1 }), {
    conflict: null,
    pause: { version: 2 },
  })
  t.match(await savePause(app, stranger, '2026-04-10', '2026-04-20'), { conflict: null })

  const [first, second] = [newId(), newId()]
  const operation = (id: string, to: string) => ({
    savePause: { id, from: '2026-05-01', to, reason: 'ILLNESS' },
  })
  const { data } = await queryGraphQL<{ sync: { results: { conflict: string | null }[] } }>(
    app,
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { conflict } } }',
    { operations: [operation(first, '2026-05-03'), operation(second, '2026-05-02')] },
    person,
  )
  t.match(data?.sync.results, [{ conflict: null }, { conflict: 'ACTIVE' }], 'within one batch')
})

t.test('rejects invalid pauses with the path', async t => {
  const app = await build(t, { clock: () => now })
  const person = await signUp(app)
  const invalid: [field: string, from: string, to: string][] = [
    ['input.to', '2026-04-10', '2026-04-09'],
    ['input.to', '2026-01-01', '2026-04-01'],
    ['input.from', '1966-01-01', '1966-01-02'],
    ['input.from', '2027-05-20', '2027-05-21'],
  ]
  for (const [field, from, to] of invalid)
    t.match((await trySavePause(app, person, { from, to })).errors, [
      { extensions: { code: 'BAD_USER_INPUT', field } },
    ])
  t.match(await savePause(app, person, '2026-01-01', '2026-03-31'), { conflict: null }, '90 days')
})

t.test('a week with three or more paused days neither breaks nor lengthens a streak', t => {
  const monday = dayNumberOf('2026-03-02')
  const week = (number: number) => monday + 7 * number
  const trained = (...numbers: number[]) => new Map(numbers.map(number => [week(number), 1]))
  const paused = (from: string, to: string) => pausedWeeks([{ from, to }])
  const holiday = paused('2026-03-09', '2026-03-18')
  t.same([...holiday], [week(1), week(2)])
  t.same([...paused('2026-03-14', '2026-03-17')], [], 'two days in each of two weeks are too few')
  t.match(streakOf(trained(0, 3), new Set(), 1, week(3)), { current: 1, longest: 1 })
  t.match(streakOf(trained(0, 3), holiday, 1, week(3)), { current: 2, longest: 2 })
  t.match(streakOf(trained(0, 1, 3), holiday, 1, week(3)), { current: 2, longest: 2 }, 'trained all the same')
  t.match(streakOf(trained(0, 4), holiday, 1, week(4)), { current: 1, longest: 1 }, 'a week without a pause')
  t.match(streakOf(trained(0), holiday, 1, week(2)), { current: 1, longest: 1 }, 'during the pause')
  t.match(streakOf(trained(), holiday, 1, week(2)), { current: 0, longest: 0 })
  t.end()
})

t.test('analytics show a streak that survived a pause', async t => {
  const { app, bench } = await buildWithExercises(t)
  const person = await signUp(app)
  for (const day of ['2026-04-08', '2026-04-29']) {
    const times = { startedAt: `${day}T20:00:00.000Z`, endedAt: `${day}T21:00:00.000Z` }
    const sets = [done({ completedAt: times.startedAt, reps: 5 })]
    await save(app, person, completed({ ...times, exercises: [entry(bench, sets)] }))
  }
  const streak = async () => {
    const { data } = await queryGraphQL<{ analytics: { streak: Input } }>(
      app,
      `{ analytics(range: { from: "2026-04-01", to: "2026-05-01" }, timezone: "UTC") {
        streak { longest }
      } }`,
      {},
      person,
    )
    return data!.analytics.streak
  }
  t.match(await streak(), { longest: 1 })
  await savePause(app, person, '2026-04-13', '2026-04-25')
  t.match(await streak(), { longest: 2 })
})
