import { request } from 'node:http'
import t from 'tap'
import { setTimeout as pause } from 'node:timers/promises'
import { build, signUp, throwaway } from '../helper.js'
import { multipartBody, multipartType, photoApp, photoPart, uploadUrl } from '../features/photos/photo-app.js'
import { addressesOf } from '../graphql/subscriptions/live.js'
import { line } from '../platform/counters/line.js'

t.test('the time of a request does not run while its body is under way', async t => {
  // Long enough for a busy machine to do the rest of the work in it.
  const time = 3000
  const { app, person } = await photoApp(t, { settings: { REQUEST_TIMEOUT: `${time}ms` } })
  await app.listen({ port: 0 })
  const body = multipartBody([photoPart()])
  const headers = { ...person.headers, 'content-type': multipartType, 'content-length': body.length }
  const { port } = addressesOf(app)
  const upload = request({ host: '127.0.0.1', port, method: 'POST', path: uploadUrl, headers })
  const status = new Promise(resolve =>
    upload.once('response', answer => resolve(answer.resume().statusCode)),
  )
  upload.write(body.subarray(0, 300))
  await pause(time * 1.1)
  upload.end(body.subarray(300))
  t.equal(await status, 201)
})

const { MONGODB_URI } = throwaway(t)
if (MONGODB_URI !== undefined)
  t.test(
    'a database that falls silent costs a request its time, however many calls it would make',
    async t => {
      const { url, hush, mend } = await line(t, MONGODB_URI, 27017)
      const uri = new URL(url)
      uri.searchParams.delete('replicaSet')
      uri.searchParams.set('directConnection', 'true')
      const app = await build(t, { settings: { MONGODB_URI: uri.href, REQUEST_TIMEOUT: '3s' } })
      const { headers } = await signUp(app)
      hush()
      const begin = performance.now()
      const ask = (query: string) =>
        app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
      const [read, write] = await Promise.all([
        ask('{ me { id profilePhotos { id } } }'),
        ask('mutation { updateProfile(input: { firstName: "Ada" }) { user { id } } }'),
      ])
      for (const answer of [read, write])
        t.match(answer.json(), { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] })
      t.ok(performance.now() - begin < 9000, 'not the ten seconds of each of their calls')
      await mend()
    },
  )
