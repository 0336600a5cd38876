import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import t from 'tap'
import { signedApp } from '../http/signing-client.js'
import { build } from '../helper.js'

const publishedFiles = [
  { url: '/schema.graphql', type: 'text/plain; charset=utf-8' },
  { url: '/possible-types.json', type: 'application/json; charset=utf-8' },
].map(file => ({
  ...file,
  text: readFileSync(new URL(`../../../generated${file.url}`, import.meta.url), 'utf8'),
}))

for (const { url, type, text } of publishedFiles) {
  t.test(`serves the generated ${url} unchanged`, async t => {
    const app = await build(t)
    const response = await app.inject(url)
    t.equal(response.statusCode, 200)
    t.equal(response.headers['content-type'], type)
    t.equal(response.headers['cache-control'], 'public, max-age=300')
    t.equal(response.body, text)
  })

  t.test(`responds with 304 to a client that has the current ${url}`, async t => {
    const app = await build(t)
    const etag = String((await app.inject(url)).headers.etag)
    t.match(etag, /^"[\w-]+"$/)
    const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
    t.equal(again.statusCode, 304)
    t.equal(again.body, '')
    t.equal(again.headers.etag, etag)
    t.equal((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode, 200)
  })

  t.test(`responds to HEAD ${url}, and counts it as a request`, async t => {
    const app = await build(t)
    const response = await app.inject({ method: 'HEAD', url })
    t.equal(response.statusCode, 200)
    t.equal(response.body, '')
    t.equal(Number(response.headers['content-length']), Buffer.byteLength(text))
    t.equal((await app.inject('/nowhere')).headers['x-ratelimit-remaining'], '98')
  })

  t.test(`requires a signature for ${url} where requests are signed`, async t => {
    const { app, send } = await signedApp(t)
    t.equal((await app.inject(url)).statusCode, 401)
    const response = await send({ url })
    t.equal(response.statusCode, 200)
    t.equal(response.body, text)
  })
}

t.test('serves a schema that tools can build', async t => {
  const app = await build(t)
  const { body } = await app.inject('/schema.graphql')
  t.ok(buildSchema(body).getQueryType()?.getFields().exercises)
})
