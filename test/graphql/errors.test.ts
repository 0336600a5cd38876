import { GraphQLError } from 'graphql'
import t from 'tap'
import { badUserInput, unavailable } from '../../src/errors.js'
import { formatExecutionError, formatRequestError } from '../../src/graphql/pipeline/error-formatting.js'
import { build, errorCodeOf, signUp, type GraphQLResponse } from '../helper.js'
import { queryRepeatedly, post, unlimited, type GraphQLRequestBody } from './requests.js'

const unknownId = '000000000000000000000000'

/** Returns whether every error has a message, a location and a code. */
function isComplete({ errors = [] }: GraphQLResponse): boolean {
  return errors.every(
    ({ message, locations, path, extensions }) =>
      message !== '' &&
      Array.isArray(locations) &&
      Array.isArray(path) &&
      typeof extensions.code === 'string',
  )
}

t.test('returns the code of each error kind, compiled as well', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const user = 'query($id: ID!) { user(id: $id) { id } }'
  const cases: [string, GraphQLRequestBody][] = [
    ['GRAPHQL_PARSE_FAILED', { query: '{ me { id }' }],
    ['GRAPHQL_PARSE_FAILED', { query: '{ me(id: "\ud800\u0000") { id } } }' }],
    ['GRAPHQL_PARSE_FAILED', { query: `{ __typename ${' '.repeat(65 * 1024)} }` }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ me { nope } }' }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ user { id } }' }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ me { ...Loop } } fragment Loop on User { ...Loop }' }],
    ['BAD_USER_INPUT', { query: user }],
    ['BAD_USER_INPUT', { query: user, variables: { id: null } }],
    ['BAD_USER_INPUT', { query: user, variables: { id: {} } }],
    ['BAD_USER_INPUT', { query: user, variables: { id: '' } }],
    ['BAD_USER_INPUT', { query: user, variables: { id: 7 } }],
    ['BAD_USER_INPUT', { query: user, variables: { id: 'malformed' } }],
    ['BAD_USER_INPUT', { query: user, variables: { id: `${unknownId}0` } }],
    ['BAD_USER_INPUT', { query: 'query($id: ID = "x") { user(id: $id) { id } }', variables: { id: null } }],
    [
      'BAD_USER_INPUT',
      { query: 'query($a: Boolean = true) { me @skip(if: $a) { id } }', variables: { a: null } },
    ],
    ['NOT_FOUND', { query: user, variables: { id: unknownId } }],
    ['NOT_FOUND', { query: `{ exercise(id: "${unknownId}") { id } }` }],
  ]
  for (const [code, request] of cases) {
    const responses = await queryRepeatedly(app, request, account)
    const what = `${request.query.slice(0, 60)} ${JSON.stringify(request.variables)}`
    t.same(responses.map(errorCodeOf), Array(responses.length).fill(code), what)
    t.ok(responses.every(isComplete), what)
    t.same(responses.slice(1), Array(responses.length - 1).fill(responses[0]), what)
  }
})

t.test('reports the path of a failed field with numeric indexes', async t => {
  const app = await build(t)
  const account = await signUp(app)
  // Validation accepts this null, which only fails during execution.
  const query = 'query($a: Boolean = true) { __schema { directives { name args { name @skip(if: $a) } } } }'
  for (const { errors } of await queryRepeatedly(app, { query, variables: { a: null } }, account)) {
    t.match(errors?.[0]?.path, ['__schema', 'directives', Number, 'args', Number])
    t.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT')
  }
})

t.test('keeps the siblings of a failed field', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const query = `{
    unknown: user(id: "${unknownId}") { id }
    malformed: user(id: "malformed") { id }
    exercises(first: -1) { totalCount }
    me { id }
  }`
  for (const { data, errors = [] } of await queryRepeatedly(app, { query }, account)) {
    t.same(data, { unknown: null, malformed: null, exercises: null, me: { id: account.id } })
    const codes = errors.map(({ path, extensions }) => [path.join('.'), extensions.code].join(' '))
    t.same(codes.sort(), ['exercises BAD_USER_INPUT', 'malformed BAD_USER_INPUT', 'unknown NOT_FOUND'])
  }
})

t.test('keeps the other mutations of a failed one', async t => {
  const app = await build(t)
  const account = await signUp(app, { role: 'ADMIN' })
  const query = `mutation($enabled: Boolean = true, $id: ID!) {
    before: updateProfile(input: { firstName: "first" }) { user { firstName } }
    fails: setAccountEnabled(input: { id: $id, enabled: $enabled }) { user { id } }
    after: updateProfile(input: { lastName: "last" }) { user { firstName lastName } }
  }`
  for (const answer of await queryRepeatedly(
    app,
    { query, variables: { enabled: null, id: unknownId } },
    account,
  )) {
    t.same(answer.data, {
      before: { user: { firstName: 'first' } },
      fails: null,
      after: { user: { firstName: 'first', lastName: 'last' } },
    })
    t.equal(errorCodeOf(answer), 'BAD_USER_INPUT')
  }
})

t.test('returns null and UNAUTHENTICATED for private fields without a token, and public fields', async t => {
  const app = await build(t)
  for (const answer of await queryRepeatedly(app, { query: '{ me { id } exercises { totalCount } }' })) {
    t.same(answer.data, { me: null, exercises: { totalCount: 0 } })
    t.equal(errorCodeOf(answer), 'UNAUTHENTICATED')
  }
})

t.test('rejects an invalid token with 401, even for public queries', async t => {
  const app = await build(t)
  const { token } = await signUp(app)
  const bad = [
    'Bearer x',
    'Bearer',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -8)}AAAAAAAA`,
    '',
  ]
  for (const authorization of bad) {
    const response = await post(app, { body: { query: '{ __typename }' }, headers: { authorization } })
    t.equal(response.statusCode, 401, authorization.slice(0, 20))
    t.equal(response.headers['www-authenticate'], 'Bearer')
    t.equal(errorCodeOf(response.json()), 'UNAUTHENTICATED')
    t.ok(isComplete(response.json()))
  }
})

t.test('truncates long values in errors', async t => {
  const app = await build(t)
  const long = 'a'.repeat(900_000)
  const paged = 'query($first: Int) { exercises(first: $first) { totalCount } }'
  const filtered = 'query($filter: ExerciseFilter) { exercises(filter: $filter) { totalCount } }'
  for (const [what, body] of [
    ['a variable', { query: paged, variables: { first: long } }],
    ['an item', { query: filtered, variables: { filter: { muscles: ['CHEST', long] } } }],
    ['the name of a field', { query: filtered, variables: { filter: { [long]: 1 } } }],
    ['the name of the operation', { query: paged, operationName: long }],
  ] as const) {
    const answer = await post(app, { body })
    t.equal(errorCodeOf(answer.json()), 'BAD_USER_INPUT', what)
    t.ok(answer.body.length < 2000, what)
  }
})

t.test('logs failures but not temporary rejections', async t => {
  const reported = (originalError: Error) => {
    const reports: unknown[] = []
    formatExecutionError(new GraphQLError('', { originalError }), {
      requestId: 'request',
      report: report => reports.push(report),
      pathOf: () => 'input',
    })
    formatRequestError(originalError, 'request', report => reports.push(report))
    return reports
  }
  const cause = new Error('the disk is full')
  t.strictSame(reported(cause), [cause, cause])
  t.strictSame(reported(unavailable('Try again in a moment.', 5, cause)), [cause, cause])
  t.strictSame(reported(unavailable('Too many searches at once.')), [])
  t.strictSame(reported(badUserInput('first', 'first is too large.')), [])
})
