import t from 'tap'
import { days } from '../../../../src/lib/quantities.js'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  newId,
  now,
  planned,
  remove,
  save,
  workout,
  type Input,
} from './workouts.js'

interface Connection {
  totalCount: number | null
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  edges: { cursor: string; node: { workoutTitle: string } }[]
}

const listQuery = `query($first: Int, $after: String, $last: Int, $before: String, $filter: WorkoutFilter) {
  workouts(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { workoutTitle } }
  }
}`

async function list(app: App, user: TestUser, variables: Input = {}) {
  const { data, errors } = await queryGraphQL<{ workouts: Connection }>(app, listQuery, variables, user)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.workouts
}

const titles = ({ edges }: Connection) => edges.map(({ node }) => node.workoutTitle).join(' ')

/** Creates a completed workout that began a number of days ago. */
const daysAgo = (count: number, fields: Input = {}) => {
  const startedAt = new Date(now.getTime() - count * days)
  const endedAt = new Date(startedAt.getTime() + 1)
  return completed({
    title: `${count}`,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    ...fields,
  })
}

const doneOn = (count: number, fields: Input = {}) =>
  done({ completedAt: new Date(now.getTime() - count * days).toISOString(), ...fields })

t.test('lists workouts latest first, in pages, in both directions', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  t.match(await list(app, user), { totalCount: 0, edges: [], pageInfo: { hasNextPage: false } })
  for (const count of [2, 5, 1, 4, 3]) await save(app, user, daysAgo(count))
  await save(app, await signUp(app), daysAgo(1, { title: 'theirs' }))
  const first = await list(app, user, { first: 2 })
  t.match(first, { totalCount: 5, pageInfo: { hasNextPage: true, hasPreviousPage: false } })
  t.equal(titles(first), '1 2')
  const second = await list(app, user, { first: 2, after: first.pageInfo.endCursor })
  t.equal(titles(second), '3 4')
  t.match(second, { totalCount: 5, pageInfo: { hasNextPage: true, hasPreviousPage: true } })
  const back = await list(app, user, { last: 1, before: second.pageInfo.startCursor })
  t.equal(titles(back), '2')
  t.equal(titles(await list(app, user, { last: 2 })), '4 5')
  t.equal(titles(await list(app, user)), '1 2 3 4 5')

  await remove(app, user, (await firstId(app, user))!)
  const left = await list(app, user, { after: first.edges[0]!.cursor })
  t.equal(titles(left), '2 3 4 5', 'a cursor stays valid after its workout is deleted')
  t.equal(left.totalCount, 4)
  t.equal(errorCodeOf(await queryGraphQL(app, listQuery, { first: 101 }, user)), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await queryGraphQL(app, listQuery, { after: 'x' }, user)), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await queryGraphQL(app, listQuery)), 'UNAUTHENTICATED')
})

async function firstId(app: App, user: TestUser) {
  const { data } = await queryGraphQL<{ workouts: { edges: { node: { id: string } }[] } }>(
    app,
    '{ workouts(first: 1) { edges { node { id } } } }',
    {},
    user,
  )
  return data!.workouts.edges[0]?.node.id
}

t.test('filters workouts by time, exercise, enrollment and status', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  await save(app, user, daysAgo(1, { exercises: [entry(bench)] }))
  await save(app, user, daysAgo(2, { exercises: [entry(plank), entry(bench)] }))
  await save(app, user, daysAgo(3, { exercises: [entry(plank)] }))
  await save(app, user, workout({ title: 'now', exercises: [entry(bench)] }))
  const on = (count: number) => new Date(now.getTime() - count * days).toISOString()
  const cases: [filter: Input, titles: string][] = [
    [{}, 'now 1 2 3'],
    [{ from: on(2) }, 'now 1 2'],
    [{ to: on(2) }, '3'],
    [{ from: on(3), to: on(1) }, '2 3'],
    [{ from: on(1), to: on(3) }, ''],
    [{ exerciseId: bench }, 'now 1 2'],
    [{ exerciseId: bench.toUpperCase(), status: 'COMPLETED' }, '1 2'],
    [{ exerciseId: newId() }, ''],
    [{ status: 'IN_PROGRESS' }, 'now'],
    [{ status: 'IN_PROGRESS', exerciseId: plank }, ''],
    [{ status: 'COMPLETED', from: null }, '1 2 3'],
    [{ enrollmentId: newId() }, ''],
  ]
  for (const [filter, expected] of cases) {
    const page = await list(app, user, { filter })
    t.equal(titles(page), expected, JSON.stringify(filter))
    t.equal(page.totalCount, Object.keys(filter).length === 0 ? 4 : null)
  }
  t.equal(titles(await list(app, user, { filter: { exerciseId: bench }, first: 1 })), 'now')
  const response = await queryGraphQL(app, listQuery, { filter: { exerciseId: 'x' } }, user)
  t.match(response.errors?.[0]?.message, /^filter\.exerciseId must/)
  t.equal(titles(await list(app, await signUp(app), { filter: { status: 'IN_PROGRESS' } })), '')
})

t.test('returns only completed sets in the history of an exercise', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const both = daysAgo(2, {
    exercises: [
      entry(bench, [doneOn(2, { type: 'WARMUP', reps: 10 }), doneOn(2, { reps: 5 }), planned({ reps: 1 })]),
      entry(plank, [doneOn(2)]),
      entry(bench, [doneOn(2, { reps: 3 })]),
    ],
  })
  await save(app, user, both)
  await save(app, user, daysAgo(3, { exercises: [entry(bench, [doneOn(3, { reps: 8 })])] }))
  await save(app, user, daysAgo(4, { title: 'only planned', exercises: [entry(bench, [planned()])] }))
  await save(app, user, workout({ title: 'in progress', exercises: [entry(bench, [done()])] }))
  await save(app, stranger, daysAgo(1, { exercises: [entry(bench, [doneOn(1)])] }))
  const query = `query($exerciseId: ID!, $first: Int, $after: String) {
    exerciseHistory(exerciseId: $exerciseId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor } edges { node { workout { workoutTitle } sets { reps } } }
    }
  }`
  const history = async (variables: Input) =>
    (await queryGraphQL<{ exerciseHistory: Connection }>(app, query, variables, user)).data!.exerciseHistory
  const all = await history({ exerciseId: bench })
  t.same(
    all.edges.map(({ node }) => node),
    [
      { workout: { workoutTitle: '2' }, sets: [{ reps: 10 }, { reps: 5 }, { reps: 3 }] },
      { workout: { workoutTitle: '3' }, sets: [{ reps: 8 }] },
    ],
  )
  const page = await history({ exerciseId: bench, first: 1 })
  t.match(page, { pageInfo: { hasNextPage: true }, edges: [{ node: { workout: { workoutTitle: '2' } } }] })
  t.match(await history({ exerciseId: bench, first: 1, after: page.pageInfo.endCursor }), {
    pageInfo: { hasNextPage: false },
    edges: [{ node: { workout: { workoutTitle: '3' } } }],
  })
  t.same((await history({ exerciseId: newId() })).edges, [])
  t.equal(errorCodeOf(await queryGraphQL(app, query, { exerciseId: 'x' }, user)), 'BAD_USER_INPUT')

  const reopened = { ...both, exercises: [entry(plank, [doneOn(2)])], expectedVersion: 1 }
  await save(app, user, reopened)
  t.equal((await history({ exerciseId: bench })).edges.length, 1, 'a removed exercise is no longer found')
})

t.test('counts only completed working sets in totals', async t => {
  const { app, bench, pullUp } = await buildWithExercises(t)
  const user = await signUp(app)
  await queryGraphQL(
    app,
    'mutation { updateProfile(input: { profile: { weight: 80, weightUnit: KG } }) { conflict } }',
    {},
    user,
  )
  const sent = completed({
    exercises: [
      entry(bench, [
        done({ type: 'WARMUP', load: kg(40), reps: 10 }),
        done({ load: kg(100), reps: 5 }),
        planned(),
      ]),
      entry(pullUp, [done({ loadMode: 'BODYWEIGHT', load: kg(10), reps: 4 })]),
    ],
  })
  await save(app, user, sent)
  const query = `query($id: ID!) { workout(id: $id) { totals {
    sets reps volume pounds: volume(unit: LB) durationSeconds musclesWorked { muscle sets }
  } } }`
  const { data } = await queryGraphQL<{ workout: { totals: Input } }>(app, query, { id: sent.id }, user)
  t.match(data!.workout.totals, {
    ...{ sets: 2, reps: 9, volume: 860, durationSeconds: 3600 },
    musclesWorked: [
      { muscle: 'CHEST', sets: 1 },
      { muscle: 'LATS', sets: 1 },
      ...['BICEPS', 'FOREARMS', 'MIDDLE_BACK', 'SHOULDERS', 'TRICEPS'].map(muscle => ({ muscle, sets: 0.5 })),
    ],
  })
  t.ok(Math.abs((data!.workout.totals['pounds'] as number) - 860 / 0.45359237) < 1e-9)
  const running = workout()
  await save(app, user, running)
  t.match((await queryGraphQL(app, query, { id: running.id }, user)).data, {
    workout: { totals: { sets: 0, reps: 0, volume: 0, durationSeconds: null, musclesWorked: [] } },
  })
})

t.test('moves the share of the body weight that the exercise defines', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  await queryGraphQL(
    app,
    'mutation { updateProfile(input: { profile: { weight: 80, weightUnit: KG } }) { conflict } }',
    {},
    user,
  )
  const [half, whole, stretch] = [newId(), newId(), newId()]
  for (const input of [
    {
      id: half,
      name: 'Half',
      trackingType: 'BODYWEIGHT_REPS',
      bodyweightShare: 0.5,
      primaryMuscles: ['CHEST'],
    },
    { id: whole, name: 'Whole', trackingType: 'BODYWEIGHT_REPS', primaryMuscles: ['LATS'] },
    {
      id: stretch,
      name: 'Stretch',
      category: 'STRETCHING',
      trackingType: 'DURATION',
      primaryMuscles: ['NECK'],
    },
  ])
    await queryGraphQL(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input },
      user,
    )
  const sent = completed({
    exercises: [
      entry(half, [done({ reps: 10 }), done({ loadMode: 'ASSISTED', load: kg(30), reps: 1 })]),
      entry(whole, [done({ reps: 1 })]),
      entry(stretch, [done({ durationSeconds: 60 })]),
    ],
  })
  await save(app, user, sent)
  const query =
    'query($id: ID!) { workout(id: $id) { totals { sets volume musclesWorked { muscle sets } } } }'
  t.match((await queryGraphQL(app, query, { id: sent.id }, user)).data, {
    // 10 × 40 + 10 + 80
    workout: {
      totals: {
        ...{ sets: 4, volume: 490 },
        musclesWorked: [
          { muscle: 'CHEST', sets: 2 },
          { muscle: 'LATS', sets: 1 },
        ],
      },
    },
  })
  const personal = `query($id: ID!) { exercise(id: $id) { personalRecords { type } } }`
  const typesOf = async (id: string) => {
    const { data } = await queryGraphQL<{ exercise: { personalRecords: { type: string }[] } }>(
      app,
      personal,
      { id },
      user,
    )
    return data!.exercise.personalRecords.map(({ type }) => type)
  }
  t.same(await typesOf(half), ['WEIGHT', 'REPS', 'VOLUME'])
  t.same(await typesOf(whole), ['WEIGHT', 'REPS', 'ONE_RM', 'VOLUME'])
})

const wholeQuery = `query($first: Int!, $exerciseId: ID!) {
  workouts(first: $first) {
    edges { node {
      workoutTitle totals { volume musclesWorked { muscle sets } }
      records { type value }
      exercises { exercise { name personalRecords { value } } sets { reps } previous { reps } }
    } }
  }
  exerciseHistory(first: $first, exerciseId: $exerciseId) {
    edges { node { sets { reps } workout { workoutTitle exercises { exercise { name } } } } }
  }
}`

t.test('reads pages of any length in the same number of round trips', async t => {
  const commands = countCommands(t)
  const { app, bench, plank } = await buildWithExercises(t, undefined, {
    observe: commands.observe,
    settings: { GRAPHQL_MAX_COST: '10000' },
  })
  const user = await signUp(app)
  const trips = async (first: number) => {
    const readHistory = () => queryGraphQL(app, wholeQuery, { first, exerciseId: bench }, user)
    await readHistory()
    const { result, commands: sent } = await commands.during(readHistory)
    t.equal(result.errors, undefined)
    return sent.sort()
  }
  for (let count = 1; count <= 12; count++)
    await save(
      app,
      user,
      daysAgo(count, { exercises: [entry(bench, [doneOn(count)]), entry(plank, [doneOn(count)])] }),
    )
  const one = await trips(1)
  t.same(await trips(12), one)
  t.ok(one.length <= 8, one.join(', '))
})
