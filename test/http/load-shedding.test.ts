import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { build, type Settings } from '../helper.js'
import { captureLog } from '../log-lines.js'
import { photoPart, post } from '../features/media/photos/photo-app.js'
import { startListening } from '../graphql/subscriptions/live.js'

type App = Awaited<ReturnType<typeof build>>

/** Blocks the event loop repeatedly until the service reports an overload. */
async function blockUntilOverloaded(app: App) {
  while (!app.isOverloaded()) {
    const end = Date.now() + 700
    while (Date.now() < end);
    await new Promise(resolve => setTimeout(resolve))
  }
}

/** Waits until the service has measured the heap for the first time. */
async function untilOverloaded(app: App) {
  while (!app.isOverloaded()) await new Promise(resolve => setTimeout(resolve, 20))
}

const assertRefused = (t: Test, response: Awaited<ReturnType<typeof post>>, shape: object) => {
  t.equal(response.statusCode, 503)
  t.match(response.json(), shape)
  t.equal(response.headers['retry-after'], '10')
}

const stranger = { headers: { authorization: 'Bearer x' } }
const rest = { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: String }
const storage = { success: false, error: { code: 'SERVICE_UNAVAILABLE' } }
const graphQL = { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] }

for (const [what, settings, causeOverload] of [
  ['the event loop is late', { MAX_EVENT_LOOP_DELAY: '300ms' }, blockUntilOverloaded],
  ['the heap is full', { MAX_HEAP_USED: '1' }, untilOverloaded],
] as [string, Settings, (app: App) => Promise<void>][])
  t.test(
    `rejects requests with the error format of their endpoint while ${what}, and serves probes`,
    async t => {
      const app = await build(t, { settings })
      await causeOverload(app)
      assertRefused(t, await app.inject('/auth/profile'), rest)
      assertRefused(t, await app.inject('/nowhere'), rest)
      assertRefused(t, await app.inject('/health/ready'), rest)
      assertRefused(t, await post(app, stranger, [photoPart()]), storage)
      assertRefused(
        t,
        await app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ me { id } }' } }),
        graphQL,
      )
      t.equal((await app.inject('/health/live')).statusCode, 200)
    },
  )

t.test('logs a rejected request as a warning without a stack', async t => {
  const app = await build(t, { settings: { MAX_HEAP_USED: '1' } })
  const log = captureLog(app)
  await untilOverloaded(app)
  const response = await app.inject('/health/ready')
  const lines = await log.ofRequest(response.headers['x-request-id'])
  t.match(lines[0], { level: 40, msg: response.json<{ message: string }>().message })
  t.notOk(lines.some(({ level, err }) => level === 50 || err))
})

t.test('ignores the event loop delay of the startup', async t => {
  const app = await build(t, { settings: { MAX_EVENT_LOOP_DELAY: '600ms' } })
  await blockUntilOverloaded(app)
  await app.listen({ port: 0 })
  t.equal((await app.inject('/health/ready')).statusCode, 200)
  t.equal((await app.inject('/openapi.json')).statusCode, 200)
})

t.test('rejects operations of open sockets during overload, and executes them afterwards', async t => {
  const { app, socketUrl } = await startListening(t, { settings: { MAX_EVENT_LOOP_DELAY: '300ms' } })
  const socket = new WebSocket(socketUrl, 'graphql-transport-ws')
  t.teardown(() => socket.terminate())
  const sendMessage = async (message: object) => {
    socket.send(JSON.stringify(message))
    return new Promise(resolve =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
    )
  }
  await new Promise(resolve => socket.once('open', resolve))
  await sendMessage({ type: 'connection_init' })
  await blockUntilOverloaded(app)
  const payload = { query: '{ __typename }' }
  t.match(await sendMessage({ type: 'subscribe', id: '1', payload }), {
    type: 'error',
    payload: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
  })
  while (app.isOverloaded()) await new Promise(resolve => setTimeout(resolve, 20))
  t.match(await sendMessage({ type: 'subscribe', id: '2', payload }), { type: 'next', payload: { data: {} } })
})

t.test('closes idle connections', async t => {
  const { server } = await build(t, { settings: { GRAPHQL_KEEP_ALIVE: '1m' } })
  const { timeout, headersTimeout, requestTimeout } = server
  t.same(
    { timeout, headersTimeout, requestTimeout },
    { timeout: 120_000, headersTimeout: 20_000, requestTimeout: 300_000 },
  )
})
