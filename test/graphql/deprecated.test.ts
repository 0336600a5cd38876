import { buildSchema } from 'graphql'
import t from 'tap'
import { clientApp } from '../../src/graphql/pipeline/client-app.js'
import { graphqlEngine, type Call } from '../../src/graphql/pipeline/engine.js'
import { operationPreparer } from '../../src/graphql/pipeline/operations.js'
import { readOperation } from '../../src/graphql/pipeline/request.js'
import { newActivity } from '../../src/platform/telemetry/activity.js'
import { build } from '../helper.js'

const schema = buildSchema(`
  interface Named { name: String old: String @deprecated(reason: "gone") }
  type User implements Named { name: String old: String @deprecated(reason: "gone") older: User @deprecated }
  type Query { me: User named: Named users: [User] @deprecated(reason: "") }
`)
const limits = { depth: 9, aliases: 9, directives: 9, rootFields: 9, tokens: 99, cost: 999 }

t.test('deprecated fields that an operation asks for are found, each once', async t => {
  const { prepare } = operationPreparer({ schema, limits, suggestions: false })
  const cases: [query: string, expected: string[]][] = [
    ['{ me { name } }', []],
    ['{ me { old } }', ['User.old']],
    ['{ me { old x: old } again: me { old } }', ['User.old']],
    ['{ me { older { old } } }', ['User.older', 'User.old']],
    ['{ named { old ... on User { older { name } } } }', ['Named.old', 'User.older']],
    ['{ me { ...F } } fragment F on User { old }', ['User.old']],
    ['{ users { name } }', ['Query.users']],
  ]
  for (const [query, expected] of cases) t.same(prepare(query, null).deprecated, expected, query)
  const several = 'query A { me { old } } query B { me { name } }'
  t.same(prepare(several, 'A').deprecated, ['User.old'])
  t.same(prepare(several, 'B').deprecated, [])
})

t.test('each operation that asks for one is told, with the app that asks', async t => {
  const app = await build(t)
  const told: unknown[] = []
  const engine = graphqlEngine({
    ...{ schema, limits, publicIntrospection: true, suggestions: false, maxSubscriptions: 1 },
    execute: async () => ({}),
    find: ({ query }) => query ?? '',
    onDeprecated: (fields, by) => void told.push([fields, by]),
  })
  const call: Call = {
    requestContext: { viewer: null, client: { address: '::1', device: '', locale: null } },
    requestId: '',
    log: app.log,
    activity: newActivity(''),
    app: clientApp({ 'apollographql-client-name': 'ios', 'apollographql-client-version': '1.2.0' }),
  }
  const wrong = '{ me { older } }'
  for (const query of ['{ me { old } }', '{ me { name } }', '{ me { old } }'])
    engine.prepare(readOperation({ query }), call)
  t.throws(() => engine.prepare(readOperation({ query: wrong }), call))
  t.same(told, Array(2).fill([['User.old'], { name: 'ios', version: '1.2.0' }]))
})

t.test('an app that does not say its name is unknown, and a name is only so long', async t => {
  const unknown = { name: 'unknown', version: 'unknown' }
  t.same(clientApp({}), unknown)
  t.same(clientApp({ 'apollographql-client-name': '', 'apollographql-client-version': ['1', '2'] }), unknown)
  t.equal(clientApp({ 'apollographql-client-name': 'x'.repeat(5000) }).name.length, 100)
})
