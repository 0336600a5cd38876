import t from 'tap'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { build, signUp } from '../helper.js'
import { queryRepeatedly, unlimited, untilCompiled, type GraphQLRequestBody } from './requests.js'

const conditional = `query($a: Boolean!, $b: Boolean!) {
  me { ...F @include(if: $a) ...G @skip(if: $b) ... on User @include(if: $b) { role } enabled @skip(if: $a) }
}
fragment F on User { email profile { age } }
fragment G on User { email @include(if: $b) profile { weight ...P } }
fragment P on UserProfile { age goal }`
const update = `mutation($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { firstName profile { muscleFocus age gender weight weightUnit } } }
}`
const focus =
  'mutation($m: [Muscle!] = LATS) { updateProfile(input: { profile: { muscleFocus: $m } }) { user { profile { muscleFocus } } } }'
const first = 'query($first: Int = 3) { exercises(first: $first) { totalCount edges { node { name } } } }'
const literal =
  'mutation($n: String, $c: String = "Rome") { updateProfile(input: { firstName: $n, city: $c }) { user { firstName city } } }'

const documents: GraphQLRequestBody[] = [
  { query: '{ me { id } again: me { id email } }' },
  { query: '{ constructor: me { hasOwnProperty: id toString: email class: username } }' },
  { query: '{ __proto__: me { id } me { id } }' },
  { query: '{ __typename me { __typename profile { __typename kind: __typename } } }' },
  {
    query:
      '{ me { id } ... on Query { x: me { id } } ... { y: me { id } } ... @include(if: true) { z: me { id } } }',
  },
  { query: '{ me { id } me { email profile { age } } me { profile { goal } } }' },
  { query: '{ me @include(if: false) { id } }' },
  {
    query:
      '{ exercises(first: 2) { edges { cursor node { id name aliases primaryMuscles instructions } } } }',
  },
  {
    query:
      '{ exercises(first: 2) { edges { node { id } } edges { node { name level } } pageInfo { endCursor } } }',
  },
  { query: '{ exercises(search: "\\u2028 \\"press\\\\ ", first: 1) { edges { node { name } } } }' },
  { query: '{ exercises(search: """\n  bench\n  press\n""", first: 1) { edges { node { name } } } }' },
  { query: '{ exercise(id: 7) { name } user(id: "x") { id } me { id } }' },
  {
    query: 'query($a: Boolean!) { me { ...F @include(if: $a) ...F } } fragment F on User { id email }',
    variables: { a: false },
  },
  {
    query: 'query($a: Boolean!) { me @include(if: $a) { ...F } me { ...F } } fragment F on User { id email }',
    variables: { a: false },
  },
  { query: conditional, variables: { a: true, b: false } },
  { query: conditional, variables: { a: false, b: true } },
  { query: conditional, variables: { a: false, b: false } },
  { query: 'query($a: Boolean = true) { me { id email @include(if: $a) } }' },
  { query: 'query($a: Boolean = true) { me { id email @include(if: $a) } }', variables: { a: null } },
  {
    query: 'query($a: Boolean!) { me @include(if: $a) @skip(if: $a) { id } __typename }',
    variables: { a: true },
  },
  { query: first },
  { query: first, variables: { first: 1 } },
  { query: first, variables: { first: null } },
  { query: first, variables: { first: '1' } },
  { query: first, variables: { first: 1.5 } },
  { query: first, variables: { first: 3e9 } },
  { query: first, variables: { first: [1] } },
  { query: first, variables: { first: 1, unknown: 2 } },
  { query: first.replace('Int', 'Int!') },
  { query: first.replace('Int', 'Int!'), variables: { first: 2 } },
  { query: 'query($constructor: Int) { exercises(first: $constructor) { edges { cursor } } }' },
  { query: 'query($toString: Int = 1) { exercises(first: $toString) { edges { cursor } } }' },
  { query: 'query($id: ID = "x") { user(id: $id) { id } }', variables: { id: null } },
  {
    query: 'query($name: String!) { __type(name: $name) { enumValues { name } } }',
    variables: { name: 'Goal' },
  },
  { query: '{ __schema { queryType { fields { name args { name type { kind ofType { name } } } } } } }' },
  { query: update, variables: { input: {} } },
  {
    query: update,
    variables: { input: { firstName: 'A', profile: { muscleFocus: ['CHEST', 'LATS'], gender: 'OTHER' } } },
  },
  { query: update, variables: { input: { firstName: null, profile: { muscleFocus: 'CHEST', age: null } } } },
  { query: update, variables: { input: { profile: { weight: 80, weightUnit: 'KG', muscleFocus: [] } } } },
  { query: update, variables: { input: { profile: { muscleFocus: ['CHEST', null] } } } },
  { query: update, variables: { input: { profile: { muscleFocus: 'ELBOW', age: '4' }, firstName: 3 } } },
  { query: update, variables: { input: { profile: { gender: 'toString' } } } },
  { query: update, variables: { input: { profile: { unknown: 1 } } } },
  { query: update, variables: { input: [] } },
  { query: update, variables: { input: null } },
  { query: update },
  { query: focus },
  { query: focus, variables: { m: 'CHEST' } },
  { query: focus, variables: { m: [] } },
  { query: focus, variables: { m: null } },
  { query: focus, variables: { m: [['CHEST']] } },
  { query: literal, variables: { n: 'Bo', c: 'Oslo' } },
  { query: literal },
  { query: literal, variables: { n: null, c: null } },
  {
    query:
      'mutation { a: updateProfile(input: {bio: "1"}) { user { bio } } b: updateProfile(input: {bio: "2"}) { user { bio } } }',
  },
]

/** Mutations are never compiled. */
const timesOf = ({ query }: GraphQLRequestBody) => (query.startsWith('mutation') ? 2 : untilCompiled)

t.test('returns the same result compiled and interpreted', async t => {
  const app = await build(t, { settings: unlimited })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 30), 'starter')
  const account = await signUp(app)

  for (const operation of documents) {
    const [uncompiled, ...compiled] = await queryRepeatedly(app, operation, account, timesOf(operation))
    const what = `${operation.query.slice(0, 60)} ${JSON.stringify(operation.variables)}`
    t.same(compiled, Array(compiled.length).fill(uncompiled), what)
    for (const { extensions } of uncompiled?.errors ?? [])
      t.not(extensions.code, 'INTERNAL_SERVER_ERROR', what)
  }
})

t.test('treats omitted variables the same at every run', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const query = 'mutation($n: String) { updateProfile(input: { firstName: $n }) { user { firstName } } }'
  await queryRepeatedly(app, { query, variables: { n: 'Ada' } }, account, 1)
  for (const response of await queryRepeatedly(app, { query }, account, 2))
    t.same(response.data, { updateProfile: { user: { firstName: 'Ada' } } })
})

t.test('runs the mutations of a document serially', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const names = Array.from({ length: 12 }, (_, at) => `name-${at}`)
  const query = `mutation {
    ${names.map((name, at) => `m${at}: updateProfile(input: { firstName: "${name}" }) { user { firstName } }`).join('\n')}
  }`
  for (const { data } of await queryRepeatedly(app, { query }, account, 2))
    t.same(
      Object.values(data ?? {}),
      names.map(firstName => ({ user: { firstName } })),
    )
})
