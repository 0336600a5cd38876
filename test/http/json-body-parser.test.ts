import t from 'tap'
import { maxJsonDepth } from '../../src/lib/json-depth.js'
import { startListening, rawSocket } from '../graphql/subscriptions/live.js'
import { get, post } from '../graphql/requests.js'

const { app, socketUrl } = await startListening(t)
/** Nested objects as JSON. */
const objects = (levels: number) => '{"":'.repeat(levels) + '1' + '}'.repeat(levels)
const query = 'query($v: Int) { exercises(first: $v) { totalCount } }'
const operation = (name: string, levels: number) =>
  `{"query":${JSON.stringify(query)},"${name}":{"v":${objects(levels)}}}`
/** The number of levels around a variable. */
const around = 2
const tooMany = { errors: [{ message: /more than 64 levels deep/, extensions: { code: 'BAD_USER_INPUT' } }] }

t.test('rejects deeply nested JSON in every HTTP request', async t => {
  const deep = operation('variables', 200_000)
  for (const [what, body, headers] of [
    ['variables', deep, {}],
    ['extensions', operation('extensions', 100_000), {}],
    [
      'lists',
      deep.replaceAll('{"":', '[').replaceAll(/}{3,}/g, end => `${']'.repeat(end.length - 2)}}}`),
      {},
    ],
    ['a batch', `[${operation('variables', 1)},${deep}]`, {}],
    ['an event stream', deep, { accept: 'text/event-stream' }],
    ['one level more', operation('variables', maxJsonDepth - around + 1), {}],
  ] as const) {
    const response = await post(app, { body, headers })
    t.equal(response.statusCode, 400, what)
    t.match(JSON.parse(/^data: (\{.*)$/m.exec(response.body)?.[1] ?? response.body), tooMany, what)
  }
  for (const name of ['variables', 'extensions'])
    t.match((await get(app, { query, [name]: `{"v":${objects(2000)}}` })).json(), tooMany, `${name} by GET`)
})

t.test('accepts JSON up to the maximum depth', async t => {
  const fits = { errors: [{ message: /^Variable "\$v" got invalid value/ }] }
  t.match((await post(app, { body: operation('variables', maxJsonDepth - around) })).json(), fits)
  const variables = `{"v":${objects(maxJsonDepth - 1)}}`
  t.match((await get(app, { query, variables })).json(), fits)
})

t.test('rejects deeply nested JSON in the shape of the endpoint', async t => {
  const response = await app.inject({
    ...{ method: 'POST', url: '/auth/login', payload: objects(1000) },
    headers: { 'content-type': 'application/json' },
  })
  t.equal(response.statusCode, 400)
  t.match(response.json(), { code: 'VALIDATION_ERROR', message: /more than 64 levels deep/ })
})

t.test('closes the socket after a deeply nested message', async t => {
  const { init, send, closed } = await rawSocket(t, socketUrl)
  await init()
  send(`{"id":"1","type":"subscribe","payload":${operation('variables', 200_000)}}`)
  t.match(await closed(), { code: 4400, reason: /64 levels/ })
})
