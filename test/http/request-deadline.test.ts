import { request } from 'node:http'
import type { FastifyReply } from 'fastify'
import t from 'tap'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { createLatch } from '../latch.js'
import { build, signUp, isolatedSettings } from '../helper.js'
import { captureLog } from '../log-lines.js'
import { until } from '../features/media/photos/partial-upload.js'
import {
  multipartBody,
  multipartType,
  photoApp,
  photoPart,
  uploadUrl,
} from '../features/media/photos/photo-app.js'
import { addressesOf } from '../graphql/subscriptions/live.js'
import { line } from '../platform/counters/line.js'

t.test('pauses the deadline while the body arrives', async t => {
  // Long enough for the rest of the work on a busy machine.
  const time = 3000
  const { app, person } = await photoApp(t, { settings: { REQUEST_TIMEOUT: `${time}ms` } })
  await app.listen({ port: 0 })
  const body = multipartBody([photoPart()])
  const headers = { ...person.headers, 'content-type': multipartType, 'content-length': body.length }
  const { port } = addressesOf(app)
  const upload = request({ host: '127.0.0.1', port, method: 'POST', path: uploadUrl, headers })
  const status = new Promise(resolve =>
    upload.once('response', response => resolve(response.resume().statusCode)),
  )
  upload.write(body.subarray(0, 300))
  await pause(time * 1.1)
  upload.end(body.subarray(300))
  t.equal(await status, 201)
})

/** What handlers do after their deadline. */
const outcomes: Record<string, (reply: FastifyReply) => unknown> = {
  answers: () => ({ all: 'well' }),
  sends: reply => void reply.send({ all: 'well' }),
  fails: () => Promise.reject(new Error('too late')),
}

t.test('ignores the result of a handler after the deadline', async t => {
  const app = await buildApp(loadConfig(isolatedSettings(t, { REQUEST_TIMEOUT: '50ms' })))
  t.teardown(() => app.close())
  for (const [name, outcome] of Object.entries(outcomes))
    for (const when of ['meanwhile', 'later']) {
      const late = createLatch()
      const ended = late.passed.then(() => undefined)
      const end = async () => {
        late.open()
        await ended
        // Runs after everything that depends on the end of the handler.
        await new Promise(setImmediate)
      }
      const onSend = when === 'meanwhile' ? end : async () => undefined
      app.get(`/${name}/${when}`, { onSend, onResponse: end }, (_request, reply) =>
        ended.then(() => outcome(reply)),
      )
    }
  await app.ready()
  const { lines, ofRequest: of } = captureLog(app)
  for (const url of Object.keys(outcomes).flatMap(name => [`/${name}/meanwhile`, `/${name}/later`])) {
    const { statusCode, headers, body } = await app.inject({ url })
    t.equal(statusCode, 503, url)
    const reqId = headers['x-request-id']
    await of(reqId, 'request completed')
    await new Promise(setImmediate)
    const { message } = JSON.parse(body) as { message: string }
    const messages = lines.filter(line => line.reqId === reqId).map(({ level, msg }) => [level, msg])
    const expected = [
      [40, message],
      [30, 'request completed'],
    ]
    t.same(messages, expected, url)
  }
})

const { MONGODB_URI } = isolatedSettings(t)
if (MONGODB_URI !== undefined)
  t.test('responds with 503 at the deadline if the database does not respond', async t => {
    const { url, stopResponding, mend } = await line(t, MONGODB_URI, 27017)
    const uri = new URL(url)
    uri.searchParams.delete('replicaSet')
    uri.searchParams.set('directConnection', 'true')
    const app = await build(t, { settings: { MONGODB_URI: uri.href, REQUEST_TIMEOUT: '3s' } })
    const { headers } = await signUp(app)
    stopResponding()
    const begin = performance.now()
    const ask = (query: string) =>
      app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    const [read, write] = await Promise.all([
      ask('{ me { id profilePhotos { id } } }'),
      ask('mutation { updateProfile(input: { firstName: "Ada" }) { user { id } } }'),
    ])
    for (const response of [read, write])
      t.match(response.json(), { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] })
    t.ok(performance.now() - begin < 9000, 'not ten seconds per call')
    await mend()
    await until(async () => (await ask('{ me { id } }')).json<{ errors?: unknown }>().errors === undefined)
  })
