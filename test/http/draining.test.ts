import { Agent, request } from 'node:http'
import t, { type Test } from 'tap'
import WebSocket from 'ws'
import { build, isolatedSettings } from '../helper.js'
import { seedDatabase } from '../seeded-database.js'
import { start } from '../bench/service.js'

t.test('reports not ready and closes connections while draining', async t => {
  const app = await build(t)
  t.equal((await app.inject('/health/ready')).headers.connection, 'keep-alive')
  app.drain()
  const ready = await app.inject('/health/ready')
  t.equal(ready.statusCode, 503)
  t.match(ready.json(), { code: 'SERVICE_UNAVAILABLE', message: 'The service is shutting down.' })
  const accepting = await app.inject('/health/accepting')
  t.equal(accepting.statusCode, 503)
  t.strictSame(accepting.json(), ready.json())
  t.equal((await app.inject('/health/live')).statusCode, 200)
  for (const url of ['/openapi.json', '/nowhere', '/auth/profile'])
    t.equal((await app.inject(url)).headers.connection, 'close', url)
  const payload = { query: '{ exercises { totalCount } }' }
  const answer = await app.inject({ method: 'POST', url: '/graphql', payload })
  t.equal(answer.statusCode, 200, 'other requests are accepted')
})

/** Sends requests on a kept connection until a response closes it. */
async function keepAsking(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen = { answers: 0, problems: [] as unknown[] }
  for (let isLast = false; !isLast;) {
    const { outcome, connection } = await ask(url, agent)
    if (outcome === 200) seen.answers++
    else seen.problems.push(outcome)
    isLast = outcome !== 200 || connection === 'close'
  }
  agent.destroy()
  return seen
}

const ask = (url: string, agent: Agent) =>
  new Promise<{ outcome: number | string | undefined; connection?: string | undefined }>(resolve => {
    request(url, { agent }, response => {
      const { statusCode: outcome, headers } = response
      response.resume().on('end', () => resolve({ outcome, connection: headers.connection }))
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve({ outcome: code }))
      .end()
  })

/** Starts a service. @returns it with the promise of its exit */
async function service(t: Test, settings: Record<string, string>) {
  const isolated = isolatedSettings(t, { DEMO_ACCOUNTS: 'false', ...settings })
  const { DATA_PATH: folder = '' } = isolated
  await seedDatabase(isolated)
  const started = await start(isolated, { folder })
  t.teardown(() => started.stop())
  return started
}

t.test('completes all requests of open connections after SIGTERM', async t => {
  const { url, terminate } = await service(t, { SHUTDOWN_DELAY: '500ms' })
  const clients = Promise.all(Array.from({ length: 20 }, () => keepAsking(`${url}/openapi.json`)))
  await ask(`${url}/health/ready`, new Agent())
  t.same(await terminate(), [0, null])
  for (const { answers, problems } of await clients) {
    t.ok(answers > 0)
    t.same(problems, [])
  }
})

t.test('closes sockets with a close frame without waiting for idle connections', async t => {
  const { url, terminate } = await service(t, {})
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const closed = new Promise(resolve => socket.once('close', resolve))
  await new Promise(resolve => socket.once('open', resolve))
  const agent = new Agent({ keepAlive: true })
  t.equal((await ask(`${url}/health/live`, agent)).outcome, 200)
  t.same(await terminate(), [0, null])
  t.equal(await closed, 1001)
  agent.destroy()
})

t.test('cuts busy connections after the timeout and exits with 0', async t => {
  const { url, terminate } = await service(t, { SHUTDOWN_TIMEOUT: '1s' })
  const upload = request(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
  })
  const errorCode = new Promise(resolve =>
    upload.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)),
  )
  upload.flushHeaders()
  await new Promise(resolve => upload.once('continue', resolve))
  t.same(await terminate(), [0, null])
  t.equal(await errorCode, 'ECONNRESET')
})
