import t from 'tap'
import { queryGraphQL, build, signUp, type GraphQLResponse } from '../../helper.js'
import { countPauses } from '../../event-loop-delay.js'
import {
  afterWorkouts,
  countFinds,
  largeWorkout,
  saveLargeWorkouts,
} from '../../features/training/workouts/large-workouts.js'
import { threeExercises } from '../../features/portability/sync/exercises.js'
import { queryRepeatedly, post, unlimited } from '../requests.js'

const sets = 'exercises { sets { reps load { value } } }'
const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`
const refused = {
  data: undefined,
  errors: [{ path: [], extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'objects', limit: 20_000 } }],
}

async function buildWithExercises(t: Tap, workouts: number) {
  const finds = countFinds('ownedRecords')
  const app = await build(t, { clock: afterWorkouts, wrapDatabase: finds.observe, settings: unlimited })
  const user = await signUp(app)
  const ids = await saveLargeWorkouts(app, user, workouts)
  return { app, person: user, ids, finds, read: (query: string) => queryGraphQL(app, query, {}, user) }
}

type Tap = Parameters<typeof build>[0]

/** The six largest workouts, for the tests that write nothing. */
const shared = await buildWithExercises(t, 6)

t.test('rejects a query that would deliver more than 20,000 objects', async t => {
  const { ids, finds, read } = shared
  const [id] = ids
  const queries = [
    aliases(20, `workouts(first: 3) { edges { node { ${sets} } } }`),
    aliases(20, `changes(first: 4) { changes { record { ... on Workout { ${sets} } } } }`),
    aliases(5, `workout(id: "${id}") { ${sets} }`),
    aliases(5, `node(id: "${id}") { ... on Workout { ${sets} } }`),
    aliases(2, `workouts(first: 3) { edges { node { ...W } } } `) + ` fragment W on Workout { ${sets} }`,
    `{ workout(id: "${id}") { ${Array.from({ length: 5 }, (_, at) => `e${at}: ${sets}`).join(' ')} } }`,
  ]
  for (const query of queries) {
    finds.count = 0
    t.match(await read(query), refused, query.slice(0, 60))
    t.ok(finds.count < 12, `${finds.count} searches: reads nothing above the limit`)
  }
})

t.test('counts every delivered object and names the field with the most', async t => {
  const { read, ids } = shared
  const page = (first: number) => `workouts(first: ${first}) { edges { node { ${sets} } } }`
  const { errors } = await read(`{ a0: ${page(3)} a1: ${page(2)} }`)
  // The connection; 3 edges, 3 workouts, 150 exercises, 7,500 sets and 7,500 loads.
  t.match(errors?.[0]?.extensions, { field: 'a0', cost: 15_157 })
  t.match(errors?.[0]?.message, /more than 20,000 objects: .* "a0" with 15157/)
  t.notOk((await read(aliases(3, `workout(id: "${ids[0]}") { ${sets} }`))).errors, '15,153 objects')
  t.notOk((await read(aliases(20, 'workouts(first: 4) { edges { node { id } } }'))).errors)
  const skipped = sets.replace('load', 'load @include(if: false)')
  t.notOk((await read(aliases(7, `workout(id: "${ids[0]}") { ${skipped} }`))).errors, '17,857 objects')
})

t.test('delivers 20,000 objects and rejects 20,001', async t => {
  const { app, person, read, ids } = await buildWithExercises(t, 1)
  const [exerciseId = ''] = await threeExercises(app)
  const input = largeWorkout(20, exerciseId, 45, 50)
  const save = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
  t.notOk((await queryGraphQL(app, save, { input }, person)).errors)
  const largest = (name: string, fields: string) => `${name}: workout(id: "${ids[0]}") { ${fields} }`
  const fields = [
    // 5,051 objects each.
    ...['a', 'b', 'c'].map(name => largest(name, sets)),
    // 2,551 objects.
    largest('d', 'exercises { sets { reps } }'),
    // The workout, 45 exercises and 2,250 sets.
    `e: workout(id: "${input.id}") { exercises { sets { reps } } }`,
  ]
  const { data, errors } = await read(`{ ${fields.join(' ')} }`)
  t.notOk(errors)
  t.equal(objectsIn(data), 20_000)
  t.match(await read(`{ ${fields.join(' ')} ${largest('f', 'id')} }`), refused, '20,001 objects')
})

t.test('counts a string as one more object per 256 characters', async t => {
  const { app, person, read, ids } = await buildWithExercises(t, 1)
  const [exerciseId = ''] = await threeExercises(app)
  const { exercises, ...workout } = largeWorkout(20, exerciseId, 50, 1)
  const notes = 'n'.repeat(5000)
  const input = { ...workout, exercises: exercises.map(entry => ({ ...entry, notes })) }
  const save = (selected: string) =>
    queryGraphQL(
      app,
      `mutation($input: WorkoutInput!) { saveWorkout(input: $input) { workout { ${selected} } } }`,
      { input },
      person,
    )
  const copies = (count: number) =>
    `exercises { ${Array.from({ length: count }, (_, at) => `n${at}: notes`).join(' ')} }`

  const { data, errors } = await save(copies(22))
  t.same(data, { saveWorkout: null }, 'the result is 20,951 objects')
  t.match(errors, [{ path: ['saveWorkout'], extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  const workoutOf = (selected: string) => read(`{ workout(id: "${workout.id}") { ${selected} } }`)
  t.notOk((await workoutOf(copies(20))).errors, 'the workout is saved, and 19,051 objects are delivered')
  const many = JSON.stringify([...Array<string>(20).fill(workout.id), ids[0]])
  for (const query of [
    `{ workout(id: "${workout.id}") { ${copies(22)} } }`,
    `{ nodes(ids: ${many}) { ... on Workout { ${copies(1)} } } }`,
    aliases(20, 'workouts(first: 2) { edges { node { exercises { notes } } } }'),
  ])
    t.match(await read(query), refused, query.slice(0, 60))
})

/** Counts the objects in the data of a response, without the root. */
function objectsIn(data: unknown): number {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value).reduce<number>((sum, one) => sum + count(one), 0)
    return inner + (Array.isArray(value) ? 0 : 1)
  }
  return count(data) - 1
}

t.test('rejects the same query in compiled code', async t => {
  const { app, person } = shared
  const query = aliases(2, `workouts(first: 3) { edges { node { ${sets} } } }`)
  for (const response of await queryRepeatedly(app, { query }, person)) t.match(response, refused)
})

t.test('reads no more workouts than it delivers', async t => {
  const { ids, finds, read } = shared
  finds.documents = 0
  const { data } = await read(
    '{ workouts(first: 5, last: 2) { pageInfo { hasNextPage } edges { node { id } } } }',
  )
  const [fourth, fifth] = ids
    .toReversed()
    .slice(3, 5)
    .map(id => ({ node: { id } }))
  t.same(data, { workouts: { pageInfo: { hasNextPage: true }, edges: [fourth, fifth] } })
  t.equal(finds.documents, 2)
})

t.test('counts the operations of a batch together', async t => {
  const { app, person } = shared
  const query = `{ workouts(first: 3) { edges { node { ${sets} } } } }`
  const small = '{ me { id } }'
  const body = [{ query: small }, { query }, { query }, { query: small }]
  const responses = (await post(app, { person, body })).json<GraphQLResponse[]>()
  t.match(responses, [{ data: { me: {} } }, { data: { workouts: {} } }, refused, refused])
})

t.test('rejects a sync with too many result objects before applying any write', async t => {
  const { app, person, ids } = await buildWithExercises(t, 5)
  const [exerciseId = ''] = await threeExercises(app)
  const operations = [
    { updateProfile: { bio: 'Lifts.' } },
    // Each operation conflicts, so its result contains the stored workout.
    ...ids.map(id => ({ saveWorkout: { ...largeWorkout(1, exerciseId, 1, 1), id } })),
  ]
  const sync = (record: string) =>
    queryGraphQL(
      app,
      `mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status ${record} } } }`,
      { operations },
      person,
    )
  const response = await sync(`record { id ... on Workout { ${sets} } }`)
  t.match(response, {
    errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'objects', field: 'sync' } }],
  })
  t.ok(Number(response.errors?.[0]?.extensions['cost']) > 20_000, 'the cost of the field is in the error')
  t.equal(response.data, undefined)
  const { data } = await queryGraphQL(app, '{ me { bio } }', {}, person)
  t.match(data, { me: { bio: null } }, 'nothing was written')
  t.match(await sync('record { id }'), {
    data: { sync: { results: [{ status: 'APPLIED' }, ...ids.map(() => ({ status: 'CONFLICT' }))] } },
  })
})

t.test('serves other requests during a response with many objects', async t => {
  const { app, person, read } = shared
  const query = (name: string) => `query ${name} { workouts(first: 3) { edges { node { ${sets} } } } }`
  const pauses = countPauses(t)
  await read(query('Interpreted'))
  const interpreted = pauses()
  t.ok(interpreted > 40, `${interpreted} pauses`)
  await queryRepeatedly(app, { query: query('Compiled') }, person)
  pauses()
  await read(query('Compiled'))
  const compiled = pauses()
  t.ok(compiled > 4, `${compiled} pauses where compiled code answers`)
})
