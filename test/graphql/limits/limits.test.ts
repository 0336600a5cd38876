import { getIntrospectionQuery } from 'graphql'
import t from 'tap'
import { starterCatalogue } from '../../features/training/exercises/starter-catalogue.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../helper.js'
import { queryRepeatedly, post, unlimited } from '../requests.js'
import { channels } from './channels.js'

interface Limit {
  setting: string
  measure: string
  limit: number
  /** A document at the limit. */
  within: string
  /** A document one above the limit. */
  beyond: string
  /** The most expensive field of `beyond`, and its cost. */
  most?: { field: string; cost: number }
}

const limits: Limit[] = [
  {
    setting: 'GRAPHQL_MAX_DEPTH',
    measure: 'depth',
    limit: 3,
    within: '{ __schema { queryType { name } } }',
    beyond: '{ ...F } fragment F on Query { __schema { queryType { ... { fields { name } } } } }',
    most: { field: '__schema', cost: 4 },
  },
  {
    setting: 'GRAPHQL_MAX_ALIASES',
    measure: 'aliases',
    limit: 2,
    within: '{ a: __typename __schema { b: queryType { name } } }',
    beyond: '{ a: __typename __schema { b: queryType { c: name } } }',
    most: { field: '__schema', cost: 2 },
  },
  {
    setting: 'GRAPHQL_MAX_DIRECTIVES',
    measure: 'directives',
    limit: 2,
    within: '{ __typename @skip(if: false) ... @include(if: true) { __typename } }',
    beyond: '{ __typename @skip(if: false) @include(if: true) ... @include(if: true) { __typename } }',
    most: { field: '__typename', cost: 2 },
  },
  {
    setting: 'GRAPHQL_MAX_TOKENS',
    measure: 'tokens',
    limit: 5,
    within: '{ a: __typename } # and what counts for nothing',
    beyond: '{ a: __typename __typename }',
  },
  {
    setting: 'GRAPHQL_MAX_ROOT_FIELDS',
    measure: 'rootFields',
    limit: 2,
    within: '{ __typename ... { __schema { queryType { name } } } }',
    beyond: '{ __typename ... { __schema { queryType { name } } } ...F } fragment F on Query { __typename }',
    most: { field: '__typename', cost: 1 },
  },
  {
    setting: 'GRAPHQL_MAX_COST',
    measure: 'cost',
    limit: 3,
    within: '{ exercises(first: 2) { edges { cursor } } }',
    beyond: '{ exercises(first: 3) { edges { cursor } } }',
    most: { field: 'exercises.edges', cost: 3 },
  },
]

for (const { setting, measure, limit, within, beyond, most } of limits)
  t.test(`enforces ${setting} on every transport`, async t => {
    const app = await build(t, { settings: { ...unlimited, [setting]: String(limit) } })
    for (const [name, channel] of Object.entries(channels))
      for (const run of [1, 2]) {
        const { response: allowed } = await channel(app, { query: within })
        t.ok(allowed.data, `${name}: ${limit} are allowed, ${run}`)
        t.notOk(allowed.errors)

        const { statusCode, response: refused } = await channel(app, { query: beyond })
        t.equal(errorCodeOf(refused), 'QUERY_TOO_COMPLEX', `${name}: one more is refused, ${run}`)
        t.match(refused.errors?.[0]?.extensions, { measure, actual: limit + 1, limit, ...most })
        t.notOk('data' in refused)
        t.equal(statusCode, 200)
      }
  })

t.test('computes the cost with the variables of each request', async t => {
  const app = await build(t, { settings: { ...unlimited, GRAPHQL_MAX_COST: '6' } })
  const query = 'query($n: Int = 50) { exercises(first: $n) { edges { cursor } } }'
  for (const [name, channel] of Object.entries(channels)) {
    t.ok((await channel(app, { query, variables: { n: 5 } })).response.data, name)
    const { response } = await channel(app, { query, variables: { n: 6 } })
    t.match(response.errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', actual: 7, limit: 6 } }], name)
    const { response: byDefault } = await channel(app, { query })
    t.match(byDefault.errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', actual: 51 } }], name)
  }
})

t.test('shares the cost limit among the operations of a batch', async t => {
  const app = await build(t, { settings: { ...unlimited, GRAPHQL_MAX_COST: '7' } })
  const query = 'query($n: Int) { exercises(first: $n) { edges { cursor } } }'
  const body = [3, 3, 1, 50, 0].map(n => ({ query, variables: { n } }))
  const responses = (await post(app, { body })).json()
  t.ok(responses[0].data, '4 units are spent')
  t.match(responses[1].errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', actual: 4, limit: 3 } }])
  t.ok(responses[2].data, '6 units are spent: rejected operations cost nothing')
  t.match(responses[3].errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', actual: 51, limit: 1 } }])
  t.ok(responses[4].data, '7 units are spent')
})

t.test('reports the cost on request', async t => {
  const app = await build(t, { settings: unlimited })
  const query = 'query($n: Int) { exercises(first: $n) { edges { cursor } } }'
  for (const [name, channel] of Object.entries(channels)) {
    const expected = { query, variables: { n: 30 } }
    const response = await channel(app, { ...expected, extensions: { cost: true } })
    t.same(response.response.extensions, { cost: { spent: 31, limit: 1000 } }, name)
    t.notOk('extensions' in (await channel(app, expected)).response, name)
    t.notOk('extensions' in (await channel(app, { ...expected, extensions: { cost: false } })).response, name)
  }
})

t.test('accepts the queries of tools and screens with the default limits', async t => {
  const app = await build(t, { settings: unlimited })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const user = await signUp(app)
  const introspection = getIntrospectionQuery({
    schemaDescription: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    specifiedByUrl: true,
    oneOf: true,
  })
  t.ok((await queryGraphQL(app, introspection)).data)

  const exercise = `id slug name aliases category force level mechanic equipment primaryMuscles secondaryMuscles
    trackingType isUnilateral instructions updatedAt`
  const screen = `query Screen($first: Int) {
    me {
      id email username name firstName lastName profileImageFileKey country city bio workoutsCompleted role enabled
      verified createdAt lastLogin
      improvements { exerciseId type value unit achievedAt }
      profile {
        onboardingStatus onboardingCompletionDate age gender goal height heightUnit weight weightUnit muscleFocus
        frequency workoutSplit experience createdAt updatedAt
      }
      profilePhotos { id fileKey fileName contentType size url uploadedAt }
    }
    exercises(first: $first) { totalCount edges { cursor node { ${exercise} } } pageInfo { hasNextPage endCursor } }
    chest: exercises(search: "chest", first: $first) { totalCount edges { cursor node { ${exercise} } } }
  }`
  for (const { data, errors } of await queryRepeatedly(
    app,
    { query: screen, variables: { first: 100 } },
    user,
  )) {
    t.notOk(errors)
    t.equal((data as { exercises: { edges: object[] } }).exercises.edges.length, 100)
  }
})

t.test('accepts a screen composed of many fragments', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  const parts = Array.from(
    { length: 20 },
    (_, at) => `fragment Part${at} on User { __typename id name profile { age } }`,
  )
  const query = `{ me { ${parts.map((_, at) => `...Part${at}`).join(' ')} } } ${parts.join(' ')}`
  const { data, errors } = await queryGraphQL(app, query, {}, user)
  t.notOk(errors)
  t.match(data, { me: { id: user.id } })
})
