import fc from 'fast-check'
import t from 'tap'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { build, signUp, type GraphQLResponse } from '../helper.js'
import { me, updateProfile } from '../features/people/profile/operations.js'
import { get, post, unlimited } from './requests.js'

const sound = [
  me,
  updateProfile,
  'query Q($first: Int = 3, $if: Boolean!) { exercises(first: $first) { edges { node { ...E @include(if: $if) } } } } fragment E on Exercise { id name }',
  'mutation A { updateProfile(input: { profile: { muscleFocus: [LATS], age: 20 } }) { user { id } } } query B { me { id } }',
  '{ __type(name: "User") { fields { name type { kind ofType { name } } } } }',
]
const fragments = [
  ...['{', '}', '(', ')', '[', ']', '!', '$', '@', '...', ':', '=', '|', '&', '"', '"""', '\\', '#', ','],
  ...['query', 'mutation', 'subscription', 'fragment', 'on', 'null', 'true', 'me', '__typename', '__proto__'],
  ...[
    '$first',
    '@skip(if: true)',
    '-1',
    '1e999',
    '9999999999',
    '"\\ud800"',
    '\u0000',
    '\ufeff',
    '💪',
    ' '.repeat(50),
  ],
]

/** A document with some parts overwritten, removed or repeated. */
const broken = fc
  .tuple(
    fc.constantFrom(...sound),
    fc.array(
      fc.tuple(
        fc.nat(2000),
        fc.nat(12),
        fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary' })),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([document, edits]) =>
    edits.reduce((text, [at, length, piece]) => {
      const from = at % (text.length + 1)
      return text.slice(0, from) + piece + text.slice(from + length)
    }, document),
  )
const variables = fc.dictionary(
  fc.constantFrom('first', 'if', 'input', 'id', 'constructor', 'x'),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.boolean(), fc.constant({ profile: { age: 20 } })),
)
const operationName = fc.option(fc.oneof(fc.constantFrom('Q', 'A', 'B', 'constructor'), fc.string()), {
  nil: undefined,
})

/** Returns whether the response has data or only errors of the client. */
const isValidResponse = ({ data, errors = [] }: GraphQLResponse) =>
  (data !== undefined || errors.length > 0) &&
  errors.every(
    ({ message, locations, path, extensions }) =>
      message !== '' &&
      Array.isArray(locations) &&
      Array.isArray(path) &&
      typeof extensions.code === 'string' &&
      !['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'].includes(extensions.code),
  )

t.test('survives random malformed documents', async t => {
  const app = await build(t, { settings: unlimited })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 10), 'starter')
  const user = await signUp(app)
  await fc.assert(
    fc.asyncProperty(broken, variables, operationName, async (query, given, name) => {
      const body = { query, variables: given, operationName: name }
      for (let run = 0; run < 3; run++) {
        const response = await post(app, { body, person: user })
        if (response.statusCode >= 500 || !isValidResponse(response.json())) return false
      }
      return true
    }),
    { numRuns: 300 },
  )
})

t.test('survives random bodies', async t => {
  const app = await build(t, { settings: unlimited })
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map(bytes => Buffer.from(bytes)),
    fc
      .record(
        { query: fc.jsonValue(), variables: fc.jsonValue(), operationName: fc.jsonValue() },
        { requiredKeys: [] },
      )
      .map(value => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async body => {
      const response = await post(app, { body })
      // A batch has a list of responses.
      return response.statusCode < 500 && [response.json()].flat().every(isValidResponse)
    }),
    { numRuns: 300 },
  )
})

t.test('survives random query parameters', async t => {
  const app = await build(t, { settings: unlimited })
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constantFrom(...sound))
  const parameters = fc.record(
    { query: texts, variables: texts, operationName: texts, extensions: texts },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(parameters, async query => {
      const response = await get(app, query)
      return response.statusCode < 500 && isValidResponse(response.json())
    }),
    { numRuns: 300 },
  )
})
