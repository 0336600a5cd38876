import t, { type Test } from 'tap'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { largeWorkout, afterWorkouts } from '../../training/workouts/large-workouts.js'
import { kg, lb, newId, now, remove } from '../../training/workouts/workouts.js'
import { exercisesOf, recordsOf, saved, session, describeRecords } from './records.js'

async function buildWithExercises(test: Pick<Test, 'teardown'>) {
  const app = await build(test, { clock: () => now })
  return { app, person: await signUp(app), ...(await exercisesOf(app)) }
}

t.test('sets records for each workout that improves on earlier ones', async t => {
  const { app, person, bench } = await buildWithExercises(t)
  const first = session('04-01', bench, [{ load: kg(100), reps: 5 }])
  const worse = session('04-02', bench, [{ load: kg(90), reps: 3 }])
  const better = session('04-03', bench, [
    { load: kg(102.5), reps: 3 },
    { load: kg(100), reps: 6 },
  ])
  for (const one of [first, worse, better]) await saved(app, person, one)

  const all = await recordsOf(app, person, { exerciseId: bench })
  t.same(describeRecords(all).sort(), [
    'ONE_RM 112.5 KG',
    `ONE_RM ${(100 * 36) / 31} KG after 112.5 KG`,
    'VOLUME 500 KG',
    'VOLUME 907.5 KG after 500 KG',
    'WEIGHT 100 KG',
    'WEIGHT 102.5 KG after 100 KG',
  ])
  t.same(
    all.map(({ achievedAt }) => achievedAt),
    [
      ...Array<string>(3).fill(better['startedAt'] as string),
      ...Array<string>(3).fill(first['startedAt'] as string),
    ],
  )
  const { id, ...weight } = all.find(({ type, previous }) => type === 'WEIGHT' && previous)!
  const [entry] = better['exercises'] as { sets: { id: string }[] }[]
  t.match(id, /^[0-9a-f]{24}$/)
  t.same(weight, {
    ...{ exerciseId: bench, exercise: { slug: 'barbell-bench-press' } },
    ...{ type: 'WEIGHT', value: 102.5, unit: 'KG', reps: 3, achievedAt: better['startedAt'] },
    ...{ workoutId: better.id, setId: entry!.sets[0]!.id },
    previous: { value: 100, unit: 'KG', achievedAt: first['startedAt'] },
  })
  const volume = all.find(({ type }) => type === 'VOLUME')!
  t.same([volume.reps, volume.setId], [null, null])
})

t.test('sets the record types of each tracking type', async t => {
  const { app, person, pullUp, plank, heldPlank, run, jump } = await buildWithExercises(t)
  const input = { profile: { weight: 80, weightUnit: 'KG' } }
  await queryGraphQL(
    app,
    'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }',
    { input },
    person,
  )
  await saved(app, person, session('04-01', pullUp, [{ loadMode: 'ASSISTED', load: kg(20), reps: 5 }]))
  await saved(app, person, session('04-02', pullUp, [{ loadMode: 'BODYWEIGHT', reps: 4 }]))
  await saved(app, person, session('04-03', pullUp, [{ loadMode: 'BODYWEIGHT', load: kg(10), reps: 2 }]))
  const ofPullUps = await recordsOf(app, person, { exerciseId: pullUp })
  t.same(describeRecords(ofPullUps.filter(({ type }) => type === 'WEIGHT')), [
    'WEIGHT 10 KG after 0 KG',
    'WEIGHT 0 KG after -20 KG',
    'WEIGHT -20 KG',
  ])
  t.same(describeRecords(ofPullUps.filter(({ type }) => type === 'REPS')), ['REPS 4 REPS'])
  t.same(describeRecords(ofPullUps.filter(({ type }) => type === 'VOLUME')), [
    'VOLUME 320 KG after 300 KG',
    'VOLUME 300 KG',
  ])
  t.same(describeRecords(ofPullUps.filter(({ type }) => type === 'ONE_RM')), [
    `ONE_RM ${(90 * 36) / 35} KG after ${(80 * 36) / 33} KG`,
    `ONE_RM ${(80 * 36) / 33} KG`,
  ])

  await saved(app, person, session('04-04', plank, [{ durationSeconds: 60.5 }]))
  t.same(describeRecords(await recordsOf(app, person, { exerciseId: plank })), ['TIME 60.5 S'])
  await saved(app, person, session('04-05', heldPlank, [{ durationSeconds: 30, load: kg(10) }]))
  t.same(describeRecords(await recordsOf(app, person, { exerciseId: heldPlank })).sort(), [
    'TIME 30 S',
    'WEIGHT 10 KG',
  ])
  await saved(app, person, session('04-06', jump, [{ reps: 12 }]))
  await saved(app, person, session('04-07', jump, [{ reps: 13, type: 'WARMUP' }]))
  t.same(describeRecords(await recordsOf(app, person, { exerciseId: jump })).sort(), [
    'REPS 12 REPS',
    'VOLUME 816 KG',
  ])

  await saved(app, person, session('04-08', run, [{ distanceMeters: 5000, durationSeconds: 1500 }]))
  const faster = [
    { distanceMeters: 1000, durationSeconds: 240 },
    { distanceMeters: 800, durationSeconds: 100 },
  ]
  await saved(app, person, session('04-09', run, faster))
  t.same(describeRecords(await recordsOf(app, person, { exerciseId: run })).sort(), [
    'DISTANCE 5000 M',
    'PACE 240 S_PER_KM after 300 S_PER_KM',
    'PACE 300 S_PER_KM',
  ])
})

t.test('compares loads across units and returns them in the unit of their set', async t => {
  const { app, person, bench } = await buildWithExercises(t)
  await saved(app, person, session('04-01', bench, [{ load: lb(225), reps: 1 }]))
  await saved(app, person, session('04-02', bench, [{ load: kg(102), reps: 1 }]))
  await saved(app, person, session('04-03', bench, [{ load: kg(225 * 0.45359237), reps: 1 }]))
  await saved(app, person, session('04-04', bench, [{ load: kg(102.5), reps: 1 }]))
  t.same(describeRecords(await recordsOf(app, person, { type: 'WEIGHT' })), [
    'WEIGHT 102.5 KG after 225 LB',
    'WEIGHT 225 LB',
  ])
})

t.test('counts only completed sets of completed workouts', async t => {
  const { app, person, bench } = await buildWithExercises(t)
  const open = session('04-01', bench, [{ load: kg(100), reps: 5 }], { endedAt: null })
  await saved(app, person, open)
  t.same(await recordsOf(app, person), [])
  await saved(app, person, { ...open, endedAt: '2026-04-01T11:00:00.000Z', expectedVersion: 1 })
  t.equal((await recordsOf(app, person)).length, 3)
  await saved(app, person, { ...open, expectedVersion: 2 })
  t.same(await recordsOf(app, person), [])
  await saved(app, person, session('04-02', bench, [{ load: kg(100), reps: 5, completedAt: null }]))
  t.same(await recordsOf(app, person), [])
})

t.test('updates records when past workouts change', async t => {
  const { app, person, bench } = await buildWithExercises(t)
  const sessions = [100, 110, 120].map((load, at) =>
    session(`04-0${at + 1}`, bench, [{ load: kg(load), reps: 1 }]),
  )
  for (const one of sessions) await saved(app, person, one)
  const [first, second, third] = sessions as [
    (typeof sessions)[0],
    (typeof sessions)[0],
    (typeof sessions)[0],
  ]
  const weights = async () => describeRecords(await recordsOf(app, person, { type: 'WEIGHT' }))

  const raised = session('04-01', bench, [{ load: kg(115), reps: 1 }], { id: first.id, expectedVersion: 1 })
  await saved(app, person, raised)
  t.same(await weights(), ['WEIGHT 120 KG after 115 KG', 'WEIGHT 115 KG'])
  await remove(app, person, first.id)
  t.same(await weights(), ['WEIGHT 120 KG after 110 KG', 'WEIGHT 110 KG'])
  // Moved after the workout that broke its record.
  const moved = session('04-04', bench, [{ load: kg(110), reps: 1 }], { id: second.id, expectedVersion: 1 })
  await saved(app, person, moved)
  t.same(await weights(), ['WEIGHT 120 KG'])
  await remove(app, person, third.id)
  t.same(await weights(), ['WEIGHT 110 KG'])
  await remove(app, person, second.id)
  t.same(await recordsOf(app, person), [])
})

t.test(
  'returns the current records of an exercise, the records of a workout and the improvements of a user',
  async t => {
    const { app, person, bench, pullUp, run } = await buildWithExercises(t)
    const first = session('04-01', bench, [{ load: kg(100), reps: 1 }])
    const second = session('04-02', bench, [{ load: kg(110), reps: 1 }])
    const jog = session('04-03', run, [{ distanceMeters: 3000, durationSeconds: 900 }])
    for (const one of [first, second, jog]) await saved(app, person, one)
    await saved(
      app,
      person,
      session('05-01', pullUp, [{ loadMode: 'BODYWEIGHT', reps: 3 }], { endedAt: null }),
    )

    const { data } = await queryGraphQL<{
      me: { workoutsCompleted: number; improvements: { type: string; value: number }[] }
      exercises: { edges: { node: { slug: string; personalRecords: { type: string; value: number }[] } }[] }
      first: { records: { type: string; value: number }[] }
      second: { records: { type: string; value: number }[] }
    }>(
      app,
      `query($first: ID!, $second: ID!) {
      me { workoutsCompleted improvements { type value } }
      exercises(first: 100) { edges { node { slug personalRecords { type value } } } }
      first: workout(id: $first) { records { type value } }
      second: workout(id: $second) { records { type value } }
    }`,
      { first: first.id, second: second.id },
      person,
    )
    const heavier = ['WEIGHT', 'ONE_RM', 'VOLUME'].map(type => ({ type, value: 110 }))
    t.equal(data!.me.workoutsCompleted, 3)
    t.same(data!.me.improvements.map(({ type }) => type).sort(), ['ONE_RM', 'VOLUME', 'WEIGHT'])
    const standing = new Map(data!.exercises.edges.map(({ node }) => [node.slug, node.personalRecords]))
    t.same(standing.get('barbell-bench-press'), heavier)
    t.same(standing.get('running'), [
      { type: 'DISTANCE', value: 3000 },
      { type: 'PACE', value: 300 },
    ])
    t.same(standing.get('pull-up'), [])
    t.same(
      data!.first.records,
      heavier.map(({ type }) => ({ type, value: 100 })),
    )
    t.same(data!.second.records, heavier)
  },
)

t.test('limits improvements to the latest ten', async t => {
  const { app, person, jump } = await buildWithExercises(t)
  for (let day = 10; day <= 22; day++) await saved(app, person, session(`04-${day}`, jump, [{ reps: day }]))
  const { data } = await queryGraphQL<{ me: { improvements: { value: number }[] } }>(
    app,
    '{ me { improvements { value } } }',
    {},
    person,
  )
  t.same(
    data!.me.improvements.map(({ value }) => value),
    [22, 21, 20, 19, 18, 17, 16, 15, 14, 13],
  )
})

t.test('paginates records newest first', async t => {
  const { app, person, jump } = await buildWithExercises(t)
  for (let day = 11; day <= 15; day++) await saved(app, person, session(`04-${day}`, jump, [{ reps: day }]))
  interface Answer {
    records: {
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string; startCursor: string }
      edges: { node: { value: number } }[]
    }
  }
  const page = async (args: string) => {
    const { data, errors } = await queryGraphQL<Answer>(
      app,
      `{ records(${args}) { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { value } } } }`,
      {},
      person,
    )
    if (!data?.records) throw new Error(JSON.stringify(errors))
    const { edges, pageInfo } = data.records
    return { values: edges.map(({ node }) => node.value), ...pageInfo }
  }
  const first = await page(`exerciseId: "${jump}", first: 2`)
  t.match(first, { values: [15, 14], hasNextPage: true, hasPreviousPage: false })
  const second = await page(`type: REPS, first: 2, after: "${first.endCursor}"`)
  t.match(second, { values: [13, 12], hasNextPage: true, hasPreviousPage: true })
  t.match(await page(`first: 2, after: "${second.endCursor}"`), { values: [11], hasNextPage: false })
  t.match(await page('last: 2'), { values: [12, 11], hasPreviousPage: true })
  t.match(await page(`last: 2, before: "${second.startCursor}"`), {
    values: [15, 14],
    hasPreviousPage: false,
  })
  t.match(await page('type: WEIGHT'), { values: [] })

  const refused = async (args: string) =>
    errorCodeOf(await queryGraphQL(app, `{ records(${args}) { edges { cursor } } }`, {}, person))
  t.equal(await refused('first: 101'), 'BAD_USER_INPUT')
  t.equal(await refused('after: "nonsense"'), 'BAD_USER_INPUT')
  t.equal(await refused('exerciseId: "squat"'), 'BAD_USER_INPUT')
})

t.test('hides records from other users and requires authentication', async t => {
  const { app, person, bench } = await buildWithExercises(t)
  const stranger = await signUp(app)
  await saved(app, person, session('04-01', bench, [{ load: kg(100), reps: 1 }]))
  await saved(app, person, session('04-02', bench, [{ load: kg(110), reps: 1 }]))
  const [record] = await recordsOf(app, person)
  t.same(await recordsOf(app, stranger, { exerciseId: bench }), [])

  const query = `query($bench: ID!) {
    me { workoutsCompleted improvements { id } }
    exercise(id: $bench) { slug personalRecords { id } }
  }`
  t.same((await queryGraphQL(app, query, { bench }, stranger)).data, {
    me: { workoutsCompleted: 0, improvements: [] },
    exercise: { slug: 'barbell-bench-press', personalRecords: [] },
  })
  const node = 'query($id: ID!) { node(id: $id) { __typename ... on PersonalRecord { value } } }'
  const own = await queryGraphQL(app, node, { id: record!.id }, person)
  t.same(own.data, { node: { __typename: 'PersonalRecord', value: record!.value } })
  t.equal(errorCodeOf(await queryGraphQL(app, node, { id: record!.id }, stranger)), 'NOT_FOUND')
  t.equal(errorCodeOf(await queryGraphQL(app, node, { id: record!.id })), 'NOT_FOUND')
  t.equal(errorCodeOf(await queryGraphQL(app, node, { id: newId() }, person)), 'NOT_FOUND')

  t.equal(errorCodeOf(await queryGraphQL(app, '{ records { edges { cursor } } }')), 'UNAUTHENTICATED')
  const mine = 'query($bench: ID!) { exercise(id: $bench) { slug personalRecords { id } } }'
  const response = await queryGraphQL(app, mine, { bench })
  t.equal(errorCodeOf(response), 'UNAUTHENTICATED')
  t.same(response.data, { exercise: { slug: 'barbell-bench-press', personalRecords: null } })
})

t.test('reads any number of records with a constant number of commands', async t => {
  const commands = countCommands(t)
  const app = await build(t, { clock: () => now, wrapDatabase: commands.observe })
  const [user, { bench, pullUp, jump, plank }] = [await signUp(app), await exercisesOf(app)]
  const query = `{
    me { username workoutsCompleted improvements { value exercise { slug } } }
    exercises(first: 100) { edges { node { personalRecords { value previous { value } } } } }
    workouts(first: 100) { edges { node { records { value } } } }
  }`
  const reads = async () => {
    const { result, commands: sent } = await commands.during(() => queryGraphQL(app, query, {}, user))
    t.equal(result.errors, undefined)
    return sent
  }
  const empty = await reads()
  const only = (await commands.during(() => queryGraphQL(app, '{ me { username } }', {}, user))).commands
  for (const [at, exercise] of [bench, pullUp, jump, plank].entries()) {
    const sets = [{ reps: 5, load: kg(10), durationSeconds: 10 }]
    await saved(app, user, session(`04-0${at + 1}`, exercise, sets))
    await saved(app, user, session(`04-1${at + 1}`, exercise, [...sets, { reps: 7, durationSeconds: 20 }]))
  }
  const full = await reads()
  t.same(full.filter(command => command === 'personalRecords.find').length, 3, full.join(', '))
  t.ok(full.length <= empty.length + 1, `${full.join(', ')} after ${empty.join(', ')}`)
  t.notOk(
    only.some(command => /personalRecords|ownedRecords/.test(command)),
    only.join(', '),
  )
})

const withWorkouts = '{ records(first: 100) { edges { node { workoutId workout { id workoutTitle } } } } }'

interface RecordsWithWorkouts {
  records: { edges: { node: { workoutId: string; workout: { id: string; workoutTitle: string } } }[] }
}

t.test('reads the workouts of all records with one command', async t => {
  const commands = countCommands(t)
  const app = await build(t, { clock: () => now, wrapDatabase: commands.observe })
  const [user, stranger, { bench }] = [await signUp(app), await signUp(app), await exercisesOf(app)]
  const read = () => commands.during(() => queryGraphQL<RecordsWithWorkouts>(app, withWorkouts, {}, user))
  await saved(app, user, session('04-01', bench, [{ load: kg(50), reps: 5 }], { title: '1' }))
  const { commands: once } = await read()
  for (let day = 2; day <= 9; day++)
    await saved(
      app,
      user,
      session(`04-0${day}`, bench, [{ load: kg(50 + day), reps: 5 }], { title: String(day) }),
    )
  const { result, commands: often } = await read()
  t.same(often, once)
  const nodes = result.data!.records.edges.map(({ node }) => node)
  t.equal(nodes.length, 27)
  for (const { workoutId, workout } of nodes) t.equal(workout.id, workoutId)
  t.equal(new Set(nodes.map(({ workout }) => workout.workoutTitle)).size, 9)
  t.same((await queryGraphQL(app, withWorkouts, {}, stranger)).data, { records: { edges: [] } })
})

t.test('rejects a request for the workouts of records that are too large to be read together', async t => {
  const app = await build(t, { clock: afterWorkouts })
  const [user, { bench }] = [await signUp(app), await exercisesOf(app)]
  for (let number = 1; number <= 10; number++) {
    const input = largeWorkout(number, bench)
    Object.assign(input.exercises[0]!.sets[0]!, { load: kg(40 + number) })
    await saved(app, user, input)
  }
  const read = (first: number) =>
    queryGraphQL(
      app,
      `{ records(type: WEIGHT, first: ${first}) { edges { node { workout { id } } } } }`,
      {},
      user,
    )
  t.notOk((await read(9)).errors)
  const extensions = { code: 'QUERY_TOO_COMPLEX', field: 'records.edges.node.workout' }
  t.match(await read(10), { errors: [{ extensions }] })
})
