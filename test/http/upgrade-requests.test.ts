import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { request, Agent, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { build, signUp } from '../helper.js'

/** Starts an app, and returns a function that sends requests over one connection. */
async function start(t: Test) {
  const app = await build(t)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  let connections = 0
  app.server.on('connection', () => connections++)
  async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
    const type = { ...(body && { 'content-type': 'application/json' }) }
    const sent = request({ port, agent, method, path, headers: { ...type, ...headers } })
    sent.end(body && JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { statusCode, headers: sentHeaders } = response
    return { statusCode, headers: sentHeaders, body: (await json(response)) as Record<string, unknown> }
  }
  return { app, send, connections: () => connections }
}

const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAA' }
const webSocket = { connection: 'Upgrade', upgrade: 'websocket' }

t.test('serves requests that offer another protocol like any other, with their bodies', async t => {
  const { app, send, connections } = await start(t)
  const { email, password } = await signUp(app)
  for (const offer of [h2c, { ...h2c, upgrade: 'foo, h2c' }, webSocket]) {
    const label = offer.upgrade
    const wrong = await send('POST', '/auth/login', offer, { email, password: 'wrong' })
    t.match(wrong, { statusCode: 401, body: { code: 'INVALID_CREDENTIALS' } }, label)
    const login = await send('POST', '/auth/login', offer, { email, password })
    t.match(login, { statusCode: 200, body: { user: { email } } }, label)
    const query = await send('POST', '/graphql', offer, { query: '{ __typename }' })
    t.match(query, { statusCode: 200, body: { data: { __typename: 'Query' } } }, label)
  }
  t.match(await send('GET', '/health/live', h2c), { statusCode: 200 })
  t.match(await send('GET', '/graphql?query=%7B__typename%7D', h2c), { statusCode: 200 })
  t.match(await send('GET', '/nothing', h2c), { statusCode: 404, body: { code: 'NOT_FOUND' } })
  t.equal(connections(), 1, 'keeps the connection open')
})
