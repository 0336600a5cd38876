import { buildSchema, parse, validate } from 'graphql'
import { ObjectId } from 'mongodb'
import t from 'tap'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { exampleTabs } from '../../src/graphql/graphiql/browser/examples.js'
import { queryGraphQL, build, signUp, isolatedSettings } from '../helper.js'

const assetsOf = (page: string) =>
  [...page.matchAll(/(?:src|href)="(graphiql\/[^"]+)"/g)].map(([, at]) => at!)

t.test('serves the page with a content security policy without other origins', async t => {
  const app = await build(t)
  const { statusCode, headers, body } = await app.inject('/graphiql')
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.equal(headers['x-content-type-options'], 'nosniff')
  t.equal(headers['cache-control'], 'no-store')
  const policy = String(headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/)
  t.notMatch(policy, /unsafe|https?:|\*/)
  t.notMatch(body, /https?:\/\/|<script>|style=|onclick=/, 'addresses are relative, scripts are files')
  const again = await app.inject('/graphiql')
  t.not(again.headers['content-security-policy'], policy, 'a nonce is used once')
})

t.test('serves all files of the page with their media types', async t => {
  const app = await build(t)
  const named = assetsOf((await app.inject('/graphiql')).body)
  t.equal(named.length, 6)
  for (const at of [...named, 'graphiql/bar.js', 'graphiql/examples.js', 'graphiql/session.js']) {
    const { statusCode, headers, body } = await app.inject(`/${at}`)
    t.equal(statusCode, 200, at)
    t.equal(headers['content-type'], `text/${at.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`)
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.equal(headers['cache-control'], 'no-cache')
    t.equal(headers['x-ratelimit-limit'], undefined, 'the rate limit does not count the file')
    t.ok(body.length > 500)
    const cached = await app.inject({ url: `/${at}`, headers: { 'if-none-match': String(headers.etag) } })
    t.match(cached, { statusCode: 304, body: '' })
  }
})

t.test('serves no other files', async t => {
  const app = await build(t)
  for (const name of [
    'nothing.js',
    'main.d.ts',
    'constructor',
    '__proto__',
    '..%2fplugin.js',
    '..%2f..%2f..%2f..%2fpackage.json',
    '%2e%2e%2fpage.js',
    'browser%2fmain.js',
    '%2fetc%2fpasswd',
    'main.js%00',
    'umd/react.production.min.js',
    '',
  ]) {
    const { statusCode, headers } = await app.inject(`/graphiql/${name}`)
    t.equal(statusCode, 404, name)
    t.match(headers['content-type'], 'application/json')
  }
})

t.test('fills the sign-in form only if demo accounts exist', async t => {
  for (const [setting, filled] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const app = await build(t, { settings: { DEMO_ACCOUNTS: setting } })
    const { body } = await app.inject('/graphiql')
    t.equal(body.includes('value="demo@example.com"'), filled)
  }
})

t.test('requires no signature for GraphiQL', async t => {
  const app = await build(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: 'x'.repeat(32) } })
  for (const url of ['/graphiql', '/graphiql/main.js']) t.equal((await app.inject(url)).statusCode, 200)
})

t.test('does not serve GraphiQL in production', async t => {
  const app = await buildApp({ ...loadConfig(isolatedSettings(t)), NODE_ENV: 'production' })
  t.teardown(() => app.close())
  for (const url of ['/graphiql', '/graphiql/main.js', '/graphiql/graphiql.js'])
    t.equal((await app.inject(url)).statusCode, 404, url)
})

t.test('runs the example tabs unchanged', async t => {
  const app = await build(t)
  for (const { seed } of app.features.modules) await seed?.()
  const user = await signUp(app)
  const squat = await queryGraphQL<{ exercises: { edges: { node: { id: string } }[] } }>(
    app,
    '{ exercises(search: "barbell back squat", first: 1) { edges { node { id } } } }',
  )
  const exerciseId = squat.data!.exercises.edges[0]!.node.id
  const newId = () => new ObjectId().toHexString()
  const [search, saveWorkout, sync, changes] = exampleTabs({ exerciseId, now: new Date(), newId })
  const run = ({ query, variables }: { query: string; variables: string | null }) =>
    queryGraphQL(app, query, JSON.parse(variables ?? '{}') as object, user)
  t.match((await run(search!)).data, { exercises: { edges: [{ node: { id: String } }] } })
  t.match((await run(saveWorkout!)).data, {
    saveWorkout: { workout: { version: 1, totals: { sets: 3, volume: 60 * 23 } }, conflict: null },
  })
  const applied = { status: 'APPLIED', error: null }
  t.match((await run(sync!)).data, { sync: { results: [applied, applied] } })
  t.match((await run(sync!)).data, { sync: { results: [{ status: 'UNCHANGED' }, { status: 'UNCHANGED' }] } })
  const schema = buildSchema((await app.inject('/schema.graphql')).body)
  t.same(validate(schema, parse(changes!.query)), [])
})
