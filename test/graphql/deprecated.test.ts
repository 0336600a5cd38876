import { buildSchema } from 'graphql'
import t from 'tap'
import { readClientApp } from '../../src/graphql/pipeline/client-app.js'
import { createEngine } from '../../src/graphql/pipeline/engine.js'
import type { OperationContext } from '../../src/graphql/pipeline/operation-context.js'
import { operationCache } from '../../src/graphql/pipeline/operation-cache.js'
import { parseRequest } from '../../src/graphql/pipeline/request.js'
import { createRequestStats } from '../../src/platform/telemetry/request-stats.js'
import { build } from '../helper.js'

const schema = buildSchema(`
  interface Named { name: String old: String @deprecated(reason: "gone") }
  type User implements Named { name: String old: String @deprecated(reason: "gone") older: User @deprecated }
  type Query { me: User named: Named users: [User] @deprecated(reason: "") }
`)
const limits = { depth: 9, aliases: 9, directives: 9, rootFields: 9, tokens: 99, cost: 999 }

t.test('finds each selected deprecated field once', async t => {
  const { prepare } = operationCache({ schema, limits, suggestions: false })
  const cases: [query: string, expected: string[]][] = [
    ['{ me { name } }', []],
    ['{ me { old } }', ['User.old']],
    ['{ me { old x: old } again: me { old } }', ['User.old']],
    ['{ me { older { old } } }', ['User.older', 'User.old']],
    ['{ named { old ... on User { older { name } } } }', ['Named.old', 'User.older']],
    ['{ me { ...F } } fragment F on User { old }', ['User.old']],
    ['{ users { name } }', ['Query.users']],
  ]
  for (const [query, expected] of cases) t.same(prepare(query, null).deprecatedFields, expected, query)
  const several = 'query A { me { old } } query B { me { name } }'
  t.same(prepare(several, 'A').deprecatedFields, ['User.old'])
  t.same(prepare(several, 'B').deprecatedFields, [])
})

t.test('reports operations with deprecated fields together with the app', async t => {
  const app = await build(t)
  const reports: unknown[] = []
  const engine = createEngine({
    ...{ schema, limits, publicIntrospection: true, suggestions: false, maxSubscriptions: 1 },
    execute: async () => ({}),
    find: ({ query }) => query ?? '',
    onDeprecated: (fields, by) => void reports.push([fields, by]),
  })
  const call: OperationContext = {
    requestContext: { viewer: null, client: { address: '::1', device: '', locale: null } },
    requestId: '',
    log: app.log,
    stats: createRequestStats(''),
    app: readClientApp({ 'apollographql-client-name': 'ios', 'apollographql-client-version': '1.2.0' }),
  }
  const wrong = '{ me { older } }'
  for (const query of ['{ me { old } }', '{ me { name } }', '{ me { old } }'])
    engine.prepare(parseRequest({ query }), call)
  t.throws(() => engine.prepare(parseRequest({ query: wrong }), call))
  t.same(reports, Array(2).fill([['User.old'], { name: 'ios', version: '1.2.0' }]))
})

t.test('uses unknown for missing app names and truncates long ones', async t => {
  const unknown = { name: 'unknown', version: 'unknown' }
  t.same(readClientApp({}), unknown)
  t.same(
    readClientApp({ 'apollographql-client-name': '', 'apollographql-client-version': ['1', '2'] }),
    unknown,
  )
  t.equal(readClientApp({ 'apollographql-client-name': 'x'.repeat(5000) }).name.length, 100)
})
