import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import t from 'tap'
import { signedApp } from '../http/signing-client.js'
import { build } from '../helper.js'

const url = '/schema.graphql'
const published = readFileSync(new URL('../../../generated/schema.graphql', import.meta.url), 'utf8')

t.test('the published schema is served as it stands', async t => {
  const app = await build(t)
  const response = await app.inject(url)
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(response.headers['cache-control'], 'public, max-age=300')
  t.equal(response.body, published)
  t.ok(buildSchema(response.body).getQueryType()?.getFields().exercises)
})

t.test('who has it already is told so', async t => {
  const app = await build(t)
  const etag = String((await app.inject(url)).headers.etag)
  t.match(etag, /^"[\w-]+"$/)
  const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
  t.equal(again.statusCode, 304)
  t.equal(again.body, '')
  t.equal(again.headers.etag, etag)
  t.equal((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode, 200)
})

t.test('its head can be asked for, and it counts as a request', async t => {
  const app = await build(t)
  const response = await app.inject({ method: 'HEAD', url })
  t.equal(response.statusCode, 200)
  t.equal(response.body, '')
  t.equal(Number(response.headers['content-length']), Buffer.byteLength(published))
  t.equal((await app.inject('/nowhere')).headers['x-ratelimit-remaining'], '98')
})

t.test('where requests are signed this one is, too', async t => {
  const { app, send } = await signedApp(t)
  t.equal((await app.inject(url)).statusCode, 401)
  const response = await send({ url })
  t.equal(response.statusCode, 200)
  t.equal(response.body, published)
})
