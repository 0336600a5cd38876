import t from 'tap'
import type { App } from '../../../src/app.js'
import { ask, build, codeOf, signUp, type GraphQLAnswer, type Person } from '../../helper.js'

interface Result {
  recordId: string
  status: string
  version: number | null
  conflict: string | null
  record: { id: string; version: number; firstName: string | null } | null
  error: { code: string; message: string; path: string } | null
}

const mutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results {
      recordId status version conflict
      record { id version ... on User { firstName } }
      error { code message path }
    }
  }
}`

const attempt = (app: App, operations: object[], person?: Person) =>
  ask<{ sync: { results: Result[] } }>(app, mutation, { operations }, person)

async function sync(app: App, operations: object[], person: Person): Promise<Result[]> {
  const { data, errors } = await attempt(app, operations, person)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

const rename = (firstName: string, expectedVersion?: number) => ({
  updateProfile: { firstName, ...(expectedVersion !== undefined && { expectedVersion }) },
})

t.test('each operation is done for itself, in order, and sent again nothing happens twice', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const operations = [
    rename('Ada', 1),
    rename('x'.repeat(101)),
    rename('Ida', 1),
    rename('Eva', 2),
    { updateProfile: { profile: { frequency: 9 } } },
    { updateProfile: { username: null } },
  ]
  const results = await sync(app, operations, person)
  const { id } = person
  t.match(results, [
    { recordId: id, status: 'APPLIED', version: 2, conflict: null, error: null },
    { recordId: id, status: 'REFUSED', version: null, record: null, error: { code: 'BAD_USER_INPUT' } },
    { recordId: id, status: 'CONFLICT', conflict: 'VERSION', error: null },
    { recordId: id, status: 'APPLIED', version: 3, record: { id, version: 3, firstName: 'Eva' } },
    { recordId: id, status: 'REFUSED', error: { path: 'operations[4].updateProfile' } },
    { recordId: id, status: 'REFUSED', error: { path: 'operations[5].updateProfile.username' } },
  ])
  t.match(results[1]?.error?.message, /^operations\[1\]\.updateProfile\.firstName /)
  t.match(results[4]?.error?.message, /^operations\[4\]\.updateProfile\.profile\.frequency /)

  const again = await sync(app, operations, person)
  t.match(
    again.map(({ status, version }) => ({ status, version })),
    [
      { status: 'UNCHANGED', version: 2 },
      { status: 'REFUSED' },
      { status: 'CONFLICT' },
      { status: 'UNCHANGED', version: 3 },
      { status: 'REFUSED' },
      { status: 'REFUSED' },
    ],
  )
  t.match(again[0]?.record, { version: 3, firstName: 'Eva' }, 'the record is as it is now')
})

t.test('a change of the profile that was sent before is known by itself, too', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const update = (firstName: string, expectedVersion?: number) =>
    ask(
      app,
      `mutation($input: UpdateProfileInput!) {
        updateProfile(input: $input) { conflict user { version firstName } }
      }`,
      { input: { firstName, expectedVersion } },
      person,
    )
  t.match(await update('Ada', 1), { data: { updateProfile: { conflict: null, user: { version: 2 } } } })
  t.match(await update('Ida', 2), { data: { updateProfile: { conflict: null, user: { version: 3 } } } })
  const now = { user: { version: 3, firstName: 'Ida' } }
  t.match(await update('Ada', 1), { data: { updateProfile: { conflict: null, ...now } } })
  t.match(await update('Eva', 1), { data: { updateProfile: { conflict: 'VERSION', ...now } } })
  const [result] = await sync(app, [rename('Ida', 2)], person)
  t.match(result, { status: 'UNCHANGED', version: 3 })
  t.match(await update('Ada'), { data: { updateProfile: { user: { version: 4, firstName: 'Ada' } } } })
})

t.test('what the types do not take refuses the whole request, and says where', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const cases: [operations: object[], path: string][] = [
    [[rename('Ada'), { updateProfile: { firstName: 7 } }], 'operations[1].updateProfile.firstName'],
    [[{ updateProfile: { nothing: true } }], 'operations[0].updateProfile'],
    [[rename('Ada'), {}], 'operations[1]'],
    [[rename('Ada'), { updateProfile: null }], 'operations[1]'],
    [[{ ...rename('Ada'), deleteNothing: { id: '1' } }], 'operations[0]'],
  ]
  for (const [operations, path] of cases) {
    const answer = await attempt(app, operations, person)
    t.ok(
      answer.errors?.every(({ extensions }) => extensions.code === 'BAD_USER_INPUT'),
      path,
    )
    t.ok(
      answer.errors?.some(({ message }) => message.includes(path)),
      `${path}: ${answer.errors?.[0]?.message}`,
    )
  }
  t.match(await sync(app, [rename('', 1)], person), [{ status: 'UNCHANGED', version: 1 }], 'nothing was done')
})

t.test('a hundred operations are the most', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const many = (count: number) => Array.from({ length: count }, (_, index) => rename(`name ${index}`))
  t.equal(codeOf(await attempt(app, many(101), person)), 'BAD_USER_INPUT')
  const results = await sync(app, many(100), person)
  t.same(
    results.map(({ status, version }) => [status, version]),
    many(100).map((_, index) => ['APPLIED', index + 2]),
  )
  t.same(await sync(app, [], person), [])
})

t.test('nobody syncs without a token, nor twice in a request', async t => {
  const app = await build(t)
  t.equal(codeOf(await attempt(app, [rename('Ada')])), 'UNAUTHENTICATED')
  const person = await signUp(app)
  const twice: GraphQLAnswer = await ask(
    app,
    `mutation { a: sync(operations: []) { results { recordId } } b: sync(operations: []) { results { recordId } } }`,
    {},
    person,
  )
  t.equal(codeOf(twice), 'QUERY_TOO_COMPLEX')
})

t.test('of what was saved and deleted again nothing is shown', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const id = '0123456789abcdef01234567'
  const workout = { id, startedAt: new Date().toISOString(), timezone: 'UTC', exercises: [] }
  const operations = [{ saveWorkout: workout }, rename('Ada'), { deleteWorkout: { id } }]
  t.match(await sync(app, operations, person), [
    { recordId: id, status: 'APPLIED', version: 1, record: null },
    { recordId: person.id, status: 'APPLIED', record: { firstName: 'Ada' } },
    { recordId: id, status: 'APPLIED', version: 2, record: null },
  ])
})
