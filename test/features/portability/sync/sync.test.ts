import t from 'tap'
import type { App } from '../../../../src/app.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  signUp,
  type GraphQLResponse,
  type TestUser,
} from '../../../helper.js'

interface Result {
  recordId: string
  status: string
  version: number | null
  conflict: string | null
  record: { id: string; version: number; firstName: string | null } | null
  error: { code: string; message: string; path: string } | null
}

const now = '2026-05-01T12:00:00.000Z'

const mutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results {
      recordId status version conflict
      record { id version ... on User { firstName } }
      error { code message path }
    }
  }
}`

const attempt = (app: App, operations: object[], account?: TestUser) =>
  queryGraphQL<{ sync: { results: Result[] } }>(app, mutation, { operations }, account)

async function sync(app: App, operations: object[], account: TestUser): Promise<Result[]> {
  const { data, errors } = await attempt(app, operations, account)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

const rename = (firstName: string, expectedVersion?: number) => ({
  updateProfile: { firstName, ...(expectedVersion !== undefined && { expectedVersion }) },
})

t.test(
  'applies operations independently and in order, and changes nothing if they are sent again',
  async t => {
    const app = await build(t)
    const account = await signUp(app)
    const operations = [
      rename('Ada', 1),
      rename('x'.repeat(101)),
      rename('Ida', 1),
      rename('Eva', 2),
      { updateProfile: { profile: { frequency: 9 } } },
      { updateProfile: { username: null } },
    ]
    const results = await sync(app, operations, account)
    const { id } = account
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

    const again = await sync(app, operations, account)
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
    t.match(again[0]?.record, { version: 3, firstName: 'Eva' }, 'returns the current record')
  },
)

t.test('recognizes a repeated change of the profile', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const update = (firstName: string, expectedVersion?: number) =>
    queryGraphQL(
      app,
      `mutation($input: UpdateProfileInput!) {
        updateProfile(input: $input) { conflict user { version firstName } }
      }`,
      { input: { firstName, expectedVersion } },
      account,
    )
  t.match(await update('Ada', 1), { data: { updateProfile: { conflict: null, user: { version: 2 } } } })
  t.match(await update('Ida', 2), { data: { updateProfile: { conflict: null, user: { version: 3 } } } })
  const now = { user: { version: 3, firstName: 'Ida' } }
  t.match(await update('Ada', 1), { data: { updateProfile: { conflict: null, ...now } } })
  t.match(await update('Eva', 1), { data: { updateProfile: { conflict: 'VERSION', ...now } } })
  const [result] = await sync(app, [rename('Ida', 2)], account)
  t.match(result, { status: 'UNCHANGED', version: 3 })
  t.match(await update('Ada'), { data: { updateProfile: { user: { version: 4, firstName: 'Ada' } } } })
})

t.test('rejects only the operation with a value of the wrong type', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const [id, other] = ['a'.repeat(24), 'B'.repeat(24)]
  const workout = (sets: object[]) => ({
    id,
    startedAt: now,
    timezone: 'UTC',
    exercises: [{ id, exerciseId: id, sets }],
  })
  const cases: [operation: object, recordId: string, path: string][] = [
    [{ updateProfile: { firstName: 7 } }, account.id, 'updateProfile.firstName'],
    [{ updateProfile: { nothing: true } }, account.id, 'updateProfile.nothing'],
    [{ saveWorkout: workout([{ id, reps: 'many' }]) }, id, 'saveWorkout.exercises[0].sets[0].reps'],
    [{ saveWorkout: workout([{ id, repz: 5 }]) }, id, 'saveWorkout.exercises[0].sets[0].repz'],
    [{ saveWorkout: { id } }, id, 'saveWorkout.startedAt'],
    [
      { deleteWorkout: { id: other, expectedVersion: 'one' } },
      other.toLowerCase(),
      'deleteWorkout.expectedVersion',
    ],
    [{ skipProgramDay: { enrollmentId: id, week: 1.5, day: 1 } }, id, 'skipProgramDay.week'],
  ]
  const operations = cases.flatMap(([operation], at) => [rename(`name ${at}`), operation])
  const results = await sync(app, operations, account)
  t.equal(results.length, operations.length)
  for (const [at, [, recordId, path]] of cases.entries()) {
    t.match(results[2 * at], { status: 'APPLIED', recordId: account.id }, path)
    const refused = results[2 * at + 1]
    t.match(refused, { recordId, status: 'REFUSED', version: null, record: null }, path)
    t.match(refused?.error, { code: 'BAD_USER_INPUT', path: `operations[${2 * at + 1}].${path}` }, path)
  }
})

t.test('rejects the whole request if an operation has no valid id', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const deleteWorkout = { id: 'a'.repeat(24), expectedVersion: null }
  const cases: unknown[] = [
    null,
    'saveWorkout',
    [],
    {},
    { updateProfile: null },
    { updateProfile: 'Ada' },
    { deleteNothing: deleteWorkout },
    { deleteWorkout, updateProfile: { firstName: 'Ida' } },
    { deleteWorkout: { expectedVersion: null } },
    { deleteWorkout: { id: null } },
    { deleteWorkout: { id: { text: 'a' } } },
    { deleteWorkout: { id: 'nothing', expectedVersion: 'one' } },
  ]
  for (const operation of cases) {
    const response = await attempt(app, [rename('Ada'), operation as object], account)
    const name = JSON.stringify(operation)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', name)
    t.equal(response.errors?.[0]?.extensions.field, 'operations[1]', name)
    t.notOk(response.data?.sync, name)
  }
  t.match(
    await sync(app, [rename('', 1)], account),
    [{ status: 'UNCHANGED', version: 1 }],
    'the invalid operations changed nothing',
  )
})

t.test('rejects one operation of several whose values are variables in the document', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const id = 'a'.repeat(24)
  const results = (operations: string, declared: string, variables: object) =>
    queryGraphQL<{ sync: { results: Result[] } }>(
      app,
      `mutation(${declared}) { sync(operations: ${operations}) { results { recordId status error { path } } } }`,
      variables,
      account,
    )
  const name = `{ updateProfile: { firstName: "Ada" } }`
  const expected = (path: string) => [
    { status: /^(APPLIED|UNCHANGED)$/ },
    { recordId: id, status: 'REFUSED', error: { path: `operations[1].deleteWorkout.${path}` } },
  ]
  const wrong = { id, expectedVersion: 'one' }
  const item = await results(`[${name}, $it]`, '$it: SyncOperation!', { it: { deleteWorkout: wrong } })
  t.match(item.data?.sync.results, expected('expectedVersion'))
  const input = await results(`[${name}, { deleteWorkout: $it }]`, '$it: DeleteInput!', { it: wrong })
  t.match(input.data?.sync.results, expected('expectedVersion'))

  const unknown = await results(`[${name}, $it]`, '$it: SyncOperation!', { it: {} })
  t.match(unknown.errors, [{ extensions: { field: 'operations[1]' } }])
  const inner = await results(
    `[${name}, { deleteWorkout: { id: "${id}", expectedVersion: $version } }]`,
    '$version: Int',
    { version: 'one' },
  )
  t.match(inner.errors, [{ extensions: { field: 'operations[1].deleteWorkout.expectedVersion' } }])
  const literal = await results(
    `[${name}, { deleteWorkout: { id: "${id}", expectedVersion: "one" } }]`,
    '$a: Int',
    {},
  )
  t.equal(literal.errors?.[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
})

t.test('rejects more than 100 operations', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const many = (count: number) => Array.from({ length: count }, (_, index) => rename(`name ${index}`))
  t.equal(errorCodeOf(await attempt(app, many(101), account)), 'BAD_USER_INPUT')
  const results = await sync(app, many(100), account)
  t.same(
    results.map(({ status, version }) => [status, version]),
    many(100).map((_, index) => ['APPLIED', index + 2]),
  )
  t.same(await sync(app, [], account), [])
})

t.test('rejects a sync without a token, and two syncs in one request', async t => {
  const app = await build(t)
  t.equal(errorCodeOf(await attempt(app, [rename('Ada')])), 'UNAUTHENTICATED')
  const account = await signUp(app)
  const twice: GraphQLResponse = await queryGraphQL(
    app,
    `mutation { a: sync(operations: []) { results { recordId } } b: sync(operations: []) { results { recordId } } }`,
    {},
    account,
  )
  t.equal(errorCodeOf(twice), 'QUERY_TOO_COMPLEX')
})

t.test('returns no record that was saved and then deleted in the same sync', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const id = '0123456789abcdef01234567'
  const workout = { id, startedAt: new Date().toISOString(), timezone: 'UTC', exercises: [] }
  const operations = [{ saveWorkout: workout }, rename('Ada'), { deleteWorkout: { id } }]
  t.match(await sync(app, operations, account), [
    { recordId: id, status: 'APPLIED', version: 1, record: null },
    { recordId: account.id, status: 'APPLIED', record: { firstName: 'Ada' } },
    { recordId: id, status: 'APPLIED', version: 2, record: null },
  ])
})
