import { isNonNullType } from 'graphql'
import t from 'tap'
import type { App } from '../../src/app.js'
import { operationsWith, schema, type Operation } from '../features/schema-operations.js'
import { queryGraphQL, build, signUp, type GraphQLResponse, type TestUser } from '../helper.js'
import { get, post, unlimited } from './requests.js'

const kinds = ['query', 'mutation', 'subscription'] as const
const id = '0123456789abcdef01234567'

/** Returns the operation with other names for its variables. */
const renamed = ({ name, query, variables }: Operation): Operation => ({
  name,
  query: query.replace(/\$(\w+)/g, '$my_$1'),
  variables: Object.fromEntries(Object.entries(variables).map(([key, value]) => [`my_${key}`, value])),
})

/** Returns the path of every value in a value, in the notation of errors. */
function pathsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsIn(one, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  )
  return path === '' ? inner : [path, ...inner]
}

function withValue(value: unknown, path: string, here: string, wrong: unknown): unknown {
  if (here === path) return wrong
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((item, index) => withValue(item, path, `${here}[${index}]`, wrong))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      withValue(one, path, here === '' ? key : `${here}.${key}`, wrong),
    ]),
  )
}

async function answerOf(app: App, { query, variables }: Operation, user: TestUser): Promise<GraphQLResponse> {
  if (!query.startsWith('subscription')) return queryGraphQL(app, query, variables, user)
  const { body } = await app.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query, variables } },
    headers: { ...user.headers, accept: 'text/event-stream' },
  })
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '{}') as GraphQLResponse
}

t.test('names the argument and the path for every variable of the wrong type', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app, { role: 'ADMIN' })
  let count = 0
  for (const operation of operationsWith(() => id, kinds, 1))
    for (const path of pathsIn(operation.variables, '')) {
      // The service rejects single operations of a sync with several, so their errors are not of the request.
      if (/^operations\[0\]\../.test(path)) continue
      const variables = withValue(operation.variables, path, '', { wrong: 'type' }) as Operation['variables']
      const { errors = [] } = await answerOf(app, renamed({ ...operation, variables }), user)
      const what = `${operation.name} ${path}`
      t.ok(errors.length > 0, what)
      for (const { extensions } of errors) {
        t.equal(extensions.code, 'BAD_USER_INPUT', what)
        t.ok(String(extensions.field).startsWith(path), `${what}: ${String(extensions.field)}`)
      }
      count++
    }
  t.ok(count > 150, `${count} inputs`)
})

t.test('names the argument and the path for every malformed id', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app, { role: 'ADMIN' })
  const operations = operationsWith(path => `id at ${path}`, kinds, 1)
  const valid = operationsWith(() => id, kinds, 1)
  let count = 0
  for (const [at, { name, variables }] of operations.entries()) {
    // `sync` rejects single operations instead of the request.
    if (name === 'sync') continue
    const paths = pathsIn(withoutRules(variables), '').filter(path =>
      valueAt(variables, path).startsWith('id at '),
    )
    for (const path of paths) {
      const { query, variables: others } = valid[at]!
      const sent = withoutRules(withValue(others, path, '', 'malformed')) as Operation['variables']
      const { errors = [] } = await answerOf(app, renamed({ name, query, variables: sent }), user)
      const field = path
      t.match(
        errors[0]?.extensions,
        { code: 'BAD_USER_INPUT', field },
        `${name} ${path}: ${errors[0]?.message}`,
      )
      count++
    }
  }
  t.ok(count > 40, `${count} ids`)
})

/** Removes the rules of planned exercises, which are validated before the ids. */
const withoutRules = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'progression' ? undefined : inner)))

const valueAt = (value: unknown, path: string): string =>
  String(
    path
      .split(/[.[\]]+/)
      .filter(key => key !== '')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value),
  )

t.test('names the paging argument that is wrong on every list', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app, { role: 'ADMIN' })
  const wrong = { first: 1000, last: 1000, after: 'elsewhere', before: 'elsewhere', since: 'elsewhere' }
  let count = 0
  for (const { name, args } of Object.values(schema.getQueryType()?.getFields() ?? {}))
    for (const { name: field } of args) {
      const value = wrong[field as keyof typeof wrong] as string | number | undefined
      if (value === undefined) continue
      const others = args.filter(({ type }) => isNonNullType(type)).map(one => `${one.name}: "${id}"`)
      const query = `{ ${name}(${[...others, `${field}: ${JSON.stringify(value)}`].join(', ')}) { __typename } }`
      const { errors = [] } = await queryGraphQL(app, query, {}, user)
      t.match(errors[0]?.extensions, { code: 'BAD_USER_INPUT', field }, `${query}: ${errors[0]?.message}`)
      count++
    }
  t.ok(count > 30, `${count} arguments`)
})

t.test('names the input in errors of every feature', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app, { role: 'ADMIN' })
  await queryGraphQL(
    app,
    'mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { user { id } } }',
    {},
    user,
  )
  const draft = 'd'.repeat(24)
  await queryGraphQL(
    app,
    'mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict } }',
    { input: { id: draft, title: 'Rest', weeks: [{ number: 1, days: [{ name: 'Rest', isRest: true }] }] } },
    user,
  )
  const workout = { id, startedAt: '2026-05-01T12:00:00Z', timezone: 'UTC', exercises: [] }
  const load = { value: 9000, unit: 'KG' }
  const set = { id, load }
  const day = '2026-05-01'
  const cases: [
    field: string,
    operation: string,
    variables?: Record<string, [type: string, value: unknown]>,
  ][] = [
    [
      'input.profile.age',
      'mutation updateProfile',
      { input: ['UpdateProfileInput!', { profile: { age: 7 } }] },
    ],
    [
      'input.firstName',
      'mutation updateProfile',
      { input: ['UpdateProfileInput!', { firstName: 'x'.repeat(200) }] },
    ],
    ['input.username', 'mutation updateProfile', { input: ['UpdateProfileInput!', { username: null }] }],
    [
      'input.timezone',
      'mutation saveWorkout',
      { input: ['WorkoutInput!', { ...workout, timezone: 'Mars' }] },
    ],
    [
      'input.endedAt',
      'mutation saveWorkout',
      { input: ['WorkoutInput!', { ...workout, endedAt: workout.startedAt }] },
    ],
    [
      'input.exercises[1].sets[0].load.value',
      'mutation saveWorkout',
      {
        input: [
          'WorkoutInput!',
          {
            ...workout,
            exercises: [
              { id, exerciseId: id, sets: [] },
              { id, exerciseId: id, sets: [set] },
            ],
          },
        ],
      },
    ],
    [
      'input.date',
      'mutation saveMeasurement',
      { input: ['MeasurementInput!', { id, date: '1800-01-01', weight: { value: 80, unit: 'KG' } }] },
    ],
    ['input', 'mutation saveMeasurement', { input: ['MeasurementInput!', { id, date: day }] }],
    ['input.weeks', 'mutation saveProgram', { input: ['ProgramInput!', { id, title: 'A', weeks: [] }] }],
    [
      'input.programId',
      'mutation enroll',
      { input: ['EnrollInput!', { id, programId: id, startDate: day, timezone: 'UTC' }] },
    ],
    [
      'timezone',
      'query analytics',
      { range: ['DateRangeInput!', { from: day, to: day }], timezone: ['String!', 'Mars'] },
    ],
    [
      'range.to',
      'query analytics',
      { range: ['DateRangeInput!', { from: day, to: '2026-04-30' }], timezone: ['String!', 'UTC'] },
    ],
    ['first', 'query recommendedPrograms', { first: ['Int', 0] }],
    ['to', 'query measurements', { from: ['Date', day], to: ['Date', '2026-04-30'] }],
    ['search', 'query users', { search: ['String', 'x'.repeat(300)] }],
    [
      'filter.sessionsPerWeek[1]',
      'query programs',
      { filter: ['ProgramFilter', { sessionsPerWeek: [3, 9] }] },
    ],
    ['input.id', 'mutation publishProgram', { input: ['PublishProgramInput!', { id: draft }] }],
    [
      'input.new',
      'mutation changePassword',
      { input: ['ChangePasswordInput!', { current: user.password, new: 'short' }] },
    ],
    [
      'input.current',
      'mutation changePassword',
      { input: ['ChangePasswordInput!', { current: 'wrong', new: 'eleven blue herons' }] },
    ],
    [
      'input.newEmail',
      'mutation changeEmail',
      { input: ['ChangeEmailInput!', { password: user.password, newEmail: 'nowhere' }] },
    ],
    ['email', 'mutation login', { email: ['String!', 'nobody'], password: ['String!', 'x'] }],
    [
      'operations',
      'mutation sync',
      { operations: ['[SyncOperation!]!', Array(101).fill({ updateProfile: {} })] },
    ],
  ]
  for (const [field, operation, variables = {}] of cases) {
    const [kind, name = ''] = operation.split(' ')
    const names = Object.keys(variables)
    const declared = names.map(one => `$the_${one}: ${variables[one]![0]}`).join(', ')
    const query = `${kind}(${declared}) { ${name}(${names.map(one => `${one}: $the_${one}`).join(', ')}) { __typename } }`
    const sent = Object.fromEntries(names.map(one => [`the_${one}`, variables[one]![1]]))
    const { errors = [] } = await queryGraphQL(app, query, sent, user)
    t.match(errors[0]?.extensions, { code: 'BAD_USER_INPUT', field }, `${operation}: ${errors[0]?.message}`)
    t.equal(errors[0]?.extensions.field, field)
  }
})

t.test('names the argument that gets null from a variable', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const fieldsOf = async (query: string, variables: object) => {
    const { errors = [] } = await queryGraphQL(app, query, variables, user)
    return errors.map(({ extensions: { code, field } }) => [code, field])
  }
  const photo = `query($x: PhotoSize) { user(id: "${user.id}") { profilePhotoUrl(size: $x) } }`
  t.same(await fieldsOf(photo, { x: null }), [['BAD_USER_INPUT', 'size']])
  const skip = 'query($x: Boolean = true) { me { id @skip(if: $x) } }'
  t.same(await fieldsOf(skip, { x: null }), [['BAD_USER_INPUT', 'if']])
  const item = `query($x: Int = 3) { programs(filter: { sessionsPerWeek: [3, $x] }) { totalCount } }`
  t.same(await fieldsOf(item, { x: null }), [['BAD_USER_INPUT', 'filter.sessionsPerWeek[1]']])
})

t.test('names the argument and the path for every wrong value in the document', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const save = (more: string) =>
    `mutation { saveWorkout(input: { id: "${id}", startedAt: "2026-01-01T10:00:00Z", ${more} }) { conflict } }`
  const set = (content: string) =>
    save(`timezone: "UTC", exercises: [{ id: "${id}", exerciseId: "${id}", sets: [${content}] }]`)
  const cases: [query: string, ...fields: (string | undefined)[]][] = [
    [save('timezone: "UTC", exercises: [], title: 5'), 'input.title'],
    [save('timezone: null, exercises: []'), 'input.timezone'],
    [save('timezone: "UTC", exercises: [], nothing: 5'), 'input.nothing'],
    [save('exercises: []'), 'input.timezone'],
    [save('title: "a"'), 'input.timezone', 'input.exercises'],
    [save('timezone: "UTC", exercises: [], title: "a", title: "b"'), 'input.title'],
    [save('timezone: "UTC", exercises: [5]'), 'input.exercises[0]'],
    [set(`{ id: "${id}", reps: "ten" }`), 'input.exercises[0].sets[0].reps'],
    [set(`{ id: "${id}", reps: 1 }, { reps: 1 }`), 'input.exercises[0].sets[1].id'],
    [set(`{ id: "${id}", load: { value: 1, unit: STONE } }`), 'input.exercises[0].sets[0].load.unit'],
    [save('timezone: "UTC", exercises: []').replace('2026-01-01', 'soon '), 'input.startedAt'],
    ['mutation { saveWorkout(input: null) { conflict } }', 'input'],
    ['mutation { saveWorkout { conflict } }', 'input'],
    ['{ exercises(filter: { levels: [BEGINNER, EXPRT] }) { totalCount } }', 'filter.levels[1]'],
    ['{ me(nothing: 1) { id } }', 'nothing'],
    ['{ workouts(first: 1, first: 2) { totalCount } }', 'first'],
    ['{ me { id @include } }', 'if'],
    ['query($x: String) { workouts(first: $x) { totalCount } }', 'first'],
    ['query($x: Int = "one") { workouts(first: $x) { totalCount } }', 'first'],
    [
      'query($x: ExerciseFilter = { levels: [EXPRT] }) { exercises(filter: $x) { totalCount } }',
      'filter.levels[0]',
    ],
    ['{ workouts(first: $x) { totalCount } }', 'first'],
    [
      `mutation { sync(operations: [{ deleteWorkout: 5 }]) { results { status } } }`,
      'operations[0].deleteWorkout',
    ],
    ['{ nothing }', undefined],
    ['query($x: Int) { me { id } }', undefined],
  ]
  for (const [query, ...fields] of cases) {
    const { errors = [] } = await queryGraphQL(app, query, {}, user)
    t.same(
      errors.map(({ extensions: { code, field } }) => [code, field]),
      fields.map(field => ['GRAPHQL_VALIDATION_FAILED', field]),
      `${query}: ${errors[0]?.message}`,
    )
  }
})

t.test('names the parameter of a request that cannot be run', async t => {
  const app = await build(t)
  const cases: [field: string, body: unknown][] = [
    ['body', '{'],
    ['body', '"text"'],
    ['body', []],
    ['body', Array(11).fill({ query: '{ __typename }' })],
    ['query', {}],
    ['query', { query: 7 }],
    ['variables', { query: '{ __typename }', variables: 'none' }],
    ['operationName', { query: 'query a { __typename } query b { __typename }' }],
    ['operationName', { query: '{ __typename }', operationName: 'other' }],
    [
      'extensions.persistedQuery.sha256Hash',
      { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
    ],
  ]
  for (const [field, body] of cases) {
    const response = (await post(app, { body })).json<GraphQLResponse>()
    t.match(response.errors, [{ extensions: { code: 'BAD_USER_INPUT', field } }], JSON.stringify(body))
  }
  for (const field of ['variables', 'extensions']) {
    const response = (await get(app, { query: '{ __typename }', [field]: '{' })).json<GraphQLResponse>()
    t.match(response.errors, [{ extensions: { code: 'BAD_USER_INPUT', field } }], field)
  }
})
