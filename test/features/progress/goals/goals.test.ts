import t from 'tap'
import type { App } from '../../../../src/app.js'
import { countCommands } from '../../../commands.js'
import { errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { seededRandom } from '../../../seeded-random.js'
import {
  consent,
  measured,
  remove as removeMeasurement,
  save as saveMeasurement,
} from '../../people/measurements/measurements.js'
import {
  buildWithExercises,
  completed,
  done,
  entry,
  kg,
  lb,
  newId,
  remove,
  save,
  type Input,
} from '../../training/workouts/workouts.js'

const friday = new Date('2026-05-01T12:00:00.000Z')
let now = friday
const fields =
  'id version kind exercise { name } target unit reps startsOn endsOn progress { value percent } achievedAt'

interface Goal {
  id: string
  kind: string
  version: number
  progress: { value: number | null; percent: number }
  achievedAt: string | null
}

const trySave = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<{ saveGoal: { conflict: string | null; goal: Goal } | null }>(
    app,
    `mutation($input: GoalInput!) { saveGoal(input: $input) { conflict goal { ${fields} } } }`,
    { input: { id: newId(), startsOn: '2026-04-01', ...input } },
    user,
  )

async function saveGoal(app: App, user: TestUser, input: Input): Promise<Goal> {
  const { data, errors } = await trySave(app, user, input)
  if (!data?.saveGoal) throw new Error(JSON.stringify(errors))
  t.equal(data.saveGoal.conflict, null)
  return data.saveGoal.goal
}

async function goalsOf(app: App, user: TestUser): Promise<Goal[]> {
  const { data, errors } = await queryGraphQL<{ goals: Goal[] }>(app, `{ goals { ${fields} } }`, {}, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data.goals
}

async function timesEarned(app: App, user: TestUser): Promise<number> {
  const { data } = await queryGraphQL<{ achievements: { key: string; timesEarned: number }[] }>(
    app,
    '{ achievements { key timesEarned } }',
    {},
    user,
  )
  return data!.achievements.find(({ key }) => key === 'goals_reached')!.timesEarned
}

/** Creates an exercise that records distances. */
async function createRun(app: App, user: TestUser): Promise<string> {
  const id = newId()
  await queryGraphQL(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
    { input: { id, name: 'Run', trackingType: 'DISTANCE_DURATION' } },
    user,
  )
  return id
}

/** Creates a completed workout with sets of one exercise. */
function workout(startedAt: string, exerciseId: string, sets: readonly Input[], more: Input = {}) {
  const endedAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
  const finished = sets.map(set => done({ completedAt: startedAt, ...set }))
  return completed({ startedAt, endedAt, timezone: 'UTC', exercises: [entry(exerciseId, finished)], ...more })
}

t.test('goals', async t => {
  const commands = countCommands(t)
  const { app, bench, pullUp } = await buildWithExercises(t, () => now, { observe: commands.observe })

  t.test('follows a load through saves, edits and deletions', async t => {
    const user = await signUp(app)
    const goal = { kind: 'LOAD', exerciseId: bench, target: 100, unit: 'KG', reps: 5, endsOn: '2026-04-30' }
    const before = workout('2026-03-31T10:00:00.000Z', bench, [{ load: kg(120), reps: 5 }])
    await save(app, user, before)
    const { id, progress } = await saveGoal(app, user, goal)
    t.same(progress, { value: null, percent: 0 }, 'a workout before the first day does not count')

    const first = workout('2026-04-05T10:00:00.000Z', bench, [
      { load: kg(80), reps: 6 },
      { load: kg(110), reps: 4 },
    ])
    await save(app, user, first)
    t.match(await goalsOf(app, user), [
      { id, progress: { value: 80, percent: 80 }, achievedAt: null, version: 1 },
    ])
    t.equal(await timesEarned(app, user), 0)

    const second = workout('2026-04-10T10:00:00.000Z', bench, [{ load: lb(225), reps: 5 }])
    await save(app, user, second)
    t.match(await goalsOf(app, user), [{ achievedAt: '2026-04-10T10:00:00.000Z', version: 1 }])
    t.equal(await timesEarned(app, user), 1)

    await save(app, user, workout('2026-04-20T10:00:00.000Z', bench, [{ load: kg(105), reps: 5 }]))
    t.match(await goalsOf(app, user), [{ progress: { value: 105, percent: 105 } }])
    await remove(app, user, second.id)
    t.match(await goalsOf(app, user), [{ achievedAt: '2026-04-20T10:00:00.000Z' }])
    t.equal(await timesEarned(app, user), 1, 'a goal counts once')

    const late = { ...goal, id, expectedVersion: 1, target: 130 }
    t.match(await saveGoal(app, user, late), { version: 2, achievedAt: null })
    await save(app, user, workout('2026-05-01T10:00:00.000Z', bench, [{ load: kg(140), reps: 5 }]))
    t.match(await goalsOf(app, user), [{ achievedAt: null }], 'a workout after the last day does not count')
    t.same(await goalsOf(app, await signUp(app)), [])
  })

  t.test('takes estimates, distances and earlier workouts of the period into account', async t => {
    const user = await signUp(app)
    const run = await createRun(app, user)
    await save(app, user, workout('2026-04-05T10:00:00.000Z', bench, [{ load: kg(100), reps: 1 }]))
    await save(
      app,
      user,
      workout('2026-04-06T10:00:00.000Z', run, [
        { load: null, reps: null, distanceMeters: 4000, durationSeconds: 1500 },
        { load: null, reps: null, distanceMeters: 5000, durationSeconds: 1500 },
      ]),
    )
    t.match(await saveGoal(app, user, { kind: 'ONE_RM', exerciseId: bench, target: 200, unit: 'KG' }), {
      progress: { value: 100, percent: 50 },
      achievedAt: null,
    })
    t.match(await saveGoal(app, user, { kind: 'DISTANCE', exerciseId: run, target: 5000 }), {
      progress: { value: 5000, percent: 100 },
      achievedAt: '2026-04-06T10:00:00.000Z',
    })
    t.match(
      await saveGoal(app, user, { kind: 'DISTANCE', exerciseId: run, target: 5000.1 }),
      { progress: { value: 5000, percent: 99.998 }, achievedAt: null },
      'the percentage reaches 100 only when the goal does',
    )
    const rounded = { kind: 'ONE_RM', exerciseId: bench, target: 220.4623, unit: 'LB' }
    t.match(
      await saveGoal(app, user, rounded),
      { progress: { percent: 100 }, achievedAt: '2026-04-05T10:00:00.000Z' },
      'a converted load reaches the target',
    )
  })

  t.test('counts sessions of the current week, and is achieved by any week of the period', async t => {
    const user = await signUp(app)
    const { id } = await saveGoal(app, user, { kind: 'SESSIONS_PER_WEEK', target: 2, startsOn: '2026-04-15' })
    const bout = (startedAt: string, timezone = 'UTC') =>
      save(app, user, workout(startedAt, pullUp, [{ reps: 5 }], { timezone }))
    // The Monday before the first day, in the same week; and the Sunday of the week before.
    await bout('2026-04-13T10:00:00.000Z')
    await bout('2026-04-12T23:00:00.000Z')
    t.match(await goalsOf(app, user), [{ progress: { value: 0, percent: 0 }, achievedAt: null }])
    await bout('2026-04-27T10:00:00.000Z')
    t.match(await goalsOf(app, user), [{ progress: { value: 1, percent: 50 }, achievedAt: null }])
    // In Auckland, Monday has begun.
    await bout('2026-04-12T13:00:00.000Z', 'Pacific/Auckland')
    t.match(await goalsOf(app, user), [{ id, achievedAt: '2026-04-13T10:00:00.000Z' }])
    t.equal(await timesEarned(app, user), 1)
    const sessions = { kind: 'SESSIONS_PER_WEEK', target: 2 }
    t.match(await saveGoal(app, user, { ...sessions, endsOn: '2026-04-26' }), { progress: { value: null } })
    t.match(await saveGoal(app, user, { ...sessions, startsOn: '2026-05-04' }), { progress: { value: null } })
    t.match(await saveGoal(app, user, { ...sessions, endsOn: '2026-04-27' }), { progress: { value: 1 } })
    t.match(await saveGoal(app, user, { ...sessions, startsOn: '2026-05-03' }), { progress: { value: 1 } })
  })

  t.test('begins the current week in the time zone of the latest workout', async t => {
    const zones = [
      // Sunday evening, and Monday has begun in UTC.
      { timezone: 'America/Los_Angeles', now: '2026-05-04T03:00:00.000Z', sessions: 2 },
      // Monday morning, and Sunday has not ended in UTC.
      { timezone: 'Pacific/Auckland', now: '2026-05-03T20:00:00.000Z', sessions: 0 },
      { timezone: 'UTC', now: '2026-05-03T23:59:00.000Z', sessions: 2 },
    ]
    for (const { timezone, now: time, sessions } of zones) {
      const user = await signUp(app)
      for (const startedAt of ['2026-04-30T18:00:00.000Z', '2026-05-01T18:00:00.000Z'])
        await save(app, user, workout(startedAt, bench, [{ reps: 5 }], { timezone }))
      await saveGoal(app, user, { kind: 'SESSIONS_PER_WEEK', target: 2 })
      now = new Date(time)
      t.match(await goalsOf(app, user), [{ progress: { value: sessions, percent: 50 * sessions } }], timezone)
      now = friday
    }
    const user = await signUp(app)
    const goal = await saveGoal(app, user, { kind: 'SESSIONS_PER_WEEK', target: 2 })
    t.match(goal, { progress: { value: 0 } }, 'without a workout, the week begins in UTC')
  })

  t.test('follows the body weight from the first day in either direction', async t => {
    const user = await signUp(app)
    await consent(app, user)
    await saveMeasurement(app, user, measured('2026-03-20', kg(90)))
    const lose = { kind: 'BODY_WEIGHT', target: 80, unit: 'KG' }
    t.match(await saveGoal(app, user, lose), { progress: { value: 90, percent: 0 }, achievedAt: null })
    await saveGoal(app, user, { ...lose, target: 100 })
    const shown = async () =>
      (await goalsOf(app, user)).map(({ progress, achievedAt }) => [progress.percent, achievedAt])
    await saveMeasurement(app, user, measured('2026-04-10', kg(85)))
    t.same((await shown()).sort(), [
      [0, null],
      [50, null],
    ])
    const reached = measured('2026-04-20', lb(176))
    await saveMeasurement(app, user, reached)
    t.same((await shown()).map(([, achievedAt]) => achievedAt).sort(), ['2026-04-20T00:00:00.000Z', null])
    t.equal(await timesEarned(app, user), 1)
    await removeMeasurement(app, user, reached.id)
    t.same((await shown()).sort(), [
      [0, null],
      [50, null],
    ])
    await saveMeasurement(app, user, measured('2026-04-25', kg(70)))
    t.same((await shown()).map(([percent]) => percent).sort(), [0, 100], 'at most 100 %')
    await saveMeasurement(app, user, measured('2026-04-26', kg(95)))
    t.same((await shown()).map(([percent]) => percent).sort(), [0, 50])
    await saveGoal(app, user, { ...lose, target: 89.99 })
    await saveGoal(app, user, { ...lose, target: 90 })
    t.same((await shown()).map(([percent]) => percent).sort(), [0, 0, 0, 50], 'a target at the start')
    await saveMeasurement(app, user, measured('2026-04-27', kg(90)))
    t.same((await shown()).map(([percent]) => percent).sort(), [0, 0, 0, 100])
    await consent(app, user, 'withdrawConsent')
    t.same(await goalsOf(app, user), [], 'withdrawing the consent deletes the goals')
    const { errors } = await trySave(app, user, { startsOn: '2026-04-01', ...lose })
    t.match(errors?.[0], { extensions: { code: 'FORBIDDEN', reason: 'CONSENT_REQUIRED' } })
  })

  t.test('tells the change feed about progress without a new version', async t => {
    const user = await signUp(app)
    const { id } = await saveGoal(app, user, { kind: 'ONE_RM', exerciseId: bench, target: 200, unit: 'KG' })
    const changesSince = async (since: string | null) => {
      const { data } = await queryGraphQL<{
        changes: { cursor: string; changes: { recordId: string; version: number }[] }
      }>(
        app,
        'query($since: String) { changes(since: $since) { cursor changes { recordId version } } }',
        { since },
        user,
      )
      return data!.changes
    }
    const { cursor } = await changesSince(null)
    await save(app, user, workout('2026-04-05T10:00:00.000Z', bench, [{ load: kg(100), reps: 1 }]))
    const { changes } = await changesSince(cursor)
    t.ok(changes.some(({ recordId, version }) => recordId === id && version === 1))
  })

  t.test('reads the progress of all goals with a constant number of commands', async t => {
    const user = await signUp(app)
    const addGoal = () => saveGoal(app, user, { kind: 'SESSIONS_PER_WEEK', target: 2 })
    await addGoal()
    await goalsOf(app, user)
    const { commands: first } = await commands.during(() => goalsOf(app, user))
    for (let count = 0; count < 10; count++) await addGoal()
    const { commands: second } = await commands.during(() => goalsOf(app, user))
    t.same(second, first)
  })

  t.test('reads earlier workouts for an edited workout only', async t => {
    const user = await signUp(app)
    const first = workout('2026-04-05T10:00:00.000Z', bench, [{ load: kg(90), reps: 5 }])
    await save(app, user, first)
    await saveGoal(app, user, { kind: 'LOAD', exerciseId: bench, target: 100, unit: 'KG' })
    const readsDuring = async (work: () => Promise<unknown>) =>
      (await commands.during(work)).commands.filter(command => command === 'trainingYears.find').length
    const next = workout('2026-04-06T10:00:00.000Z', bench, [{ load: kg(95), reps: 5 }], { endedAt: null })
    t.equal(await readsDuring(() => save(app, user, next)), 0, 'in progress')
    const endedAt = '2026-04-06T11:00:00.000Z'
    t.equal(
      await readsDuring(() => save(app, user, { ...next, endedAt, expectedVersion: 1 })),
      0,
      'completed',
    )
    t.match(await goalsOf(app, user), [{ progress: { value: 95 } }])
    const lower = workout('2026-04-06T10:00:00.000Z', bench, [{ load: kg(80), reps: 5 }], { id: next.id })
    t.equal(await readsDuring(() => save(app, user, { ...lower, expectedVersion: 2 })), 1, 'edited')
    t.match(await goalsOf(app, user), [{ progress: { value: 90 } }])
  })

  t.test('is the same as a comparison with all workouts after random saves, edits and deletions', async t => {
    const user = await signUp(app)
    const random = seededRandom(11)
    const goal = { kind: 'LOAD', exerciseId: bench, target: 80, unit: 'KG', reps: 5 }
    await saveGoal(app, user, { ...goal, startsOn: '2026-03-10', endsOn: '2026-04-20' })
    await saveGoal(app, user, { kind: 'SESSIONS_PER_WEEK', target: 3, startsOn: '2026-03-10' })
    const stored = new Map<string, { day: number; load: number; version: number }>()
    const startOf = (day: number) =>
      new Date(Date.parse('2026-03-01T10:00:00.000Z') + day * 86_400_000).toISOString()
    for (let step = 0; step < 60; step++) {
      const ids = [...stored.keys()]
      const id = step % 2 === 0 || ids.length === 0 ? newId() : ids[random(ids.length)]!
      const before = stored.get(id)
      if (before && random(3) === 0) {
        await remove(app, user, id)
        stored.delete(id)
      } else {
        const day = random(60)
        const load = 50 + 5 * random(9)
        const version = (before?.version ?? 0) + 1
        const expectedVersion = before?.version ?? null
        const input = workout(startOf(day), bench, [{ load: kg(load), reps: 5 }], { id, expectedVersion })
        t.match(await save(app, user, input), { conflict: null })
        stored.set(id, { day, load, version })
      }
    }
    const inWindow = [...stored.values()].filter(({ day }) => day >= 9 && day <= 50)
    const reached = inWindow.filter(({ load }) => load >= 80).map(({ day }) => day)
    const weekOf = (day: number) => Math.floor((day + 6) / 7)
    const starts = [...stored.values()]
      .map(({ day }) => day)
      .filter(day => weekOf(day) >= weekOf(9))
      .sort((a, b) => a - b)
    const third = starts.filter(
      (day, index) => starts.slice(0, index).filter(other => weekOf(other) === weekOf(day)).length === 2,
    )
    const dateOf = (day: number) => (day === Infinity ? null : startOf(day))
    const goals = await goalsOf(app, user)
    t.equal(goals.length, 2)
    const [byLoad, bySessions] = [
      goals.find(one => one.kind === 'LOAD'),
      goals.find(one => one.kind !== 'LOAD'),
    ]
    t.equal(byLoad?.progress.value, Math.max(...inWindow.map(({ load }) => load)))
    t.equal(byLoad?.achievedAt, dateOf(Math.min(Infinity, ...reached)))
    t.equal(bySessions?.achievedAt, dateOf(Math.min(Infinity, ...third)))
  })

  t.test('keeps a goal whose exercise was deleted', async t => {
    const user = await signUp(app)
    const run = await createRun(app, user)
    await saveGoal(app, user, { kind: 'DISTANCE', exerciseId: run, target: 5000 })
    await queryGraphQL(
      app,
      'mutation($input: DeleteInput!) { deleteExercise(input: $input) { conflict } }',
      { input: { id: run } },
      user,
    )
    t.match(await goalsOf(app, user), [{ exercise: null, target: 5000 }])
  })

  t.test('refuses invalid goals at their field', async t => {
    const user = await signUp(app)
    const run = await createRun(app, user)
    const pushUp = newId()
    const share = { name: 'Push-Up', trackingType: 'BODYWEIGHT_REPS', bodyweightShare: 0.64 }
    await queryGraphQL(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input: { id: pushUp, ...share } },
      user,
    )
    const load = { kind: 'LOAD', exerciseId: bench, target: 100, unit: 'KG' }
    const invalid: [Input, string][] = [
      [{ ...load, exerciseId: null }, 'input.exerciseId'],
      [{ ...load, exerciseId: newId() }, 'input.exerciseId'],
      [{ ...load, exerciseId: run }, 'input.exerciseId'],
      [{ ...load, unit: null }, 'input.unit'],
      [{ ...load, reps: 16 }, 'input.reps'],
      [{ ...load, target: 0 }, 'input.target'],
      [{ ...load, target: 1501 }, 'input.target'],
      [{ ...load, kind: 'ONE_RM', reps: 3 }, 'input.reps'],
      [{ ...load, kind: 'ONE_RM', exerciseId: pushUp }, 'input.exerciseId'],
      [{ ...load, endsOn: '2026-03-31' }, 'input.endsOn'],
      [{ ...load, endsOn: '2036-04-02' }, 'input.endsOn'],
      [{ kind: 'SESSIONS_PER_WEEK', target: 2.5 }, 'input.target'],
      [{ kind: 'SESSIONS_PER_WEEK', target: 2, exerciseId: bench }, 'input.exerciseId'],
      [{ kind: 'DISTANCE', target: 1000, exerciseId: bench }, 'input.exerciseId'],
      [{ kind: 'DISTANCE', target: 1000, exerciseId: run, unit: 'KG' }, 'input.unit'],
    ]
    const { id } = await saveGoal(app, user, { kind: 'DISTANCE', target: 1000, exerciseId: run })
    invalid.push([{ ...load, id, expectedVersion: 1, exerciseId: run }, 'input.exerciseId'])
    for (const [input, field] of invalid) {
      const { errors } = await trySave(app, user, input)
      t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field } }, JSON.stringify(input))
    }
    t.match(await goalsOf(app, user), [{ id, version: 1 }])
    await saveGoal(app, user, { kind: 'ONE_RM', exerciseId: pullUp, target: 120, unit: 'KG' })
    for (let count = 2; count < 50; count++) await saveGoal(app, user, load)
    t.equal(errorCodeOf(await trySave(app, user, load)), 'CONFLICT')
  })
})
