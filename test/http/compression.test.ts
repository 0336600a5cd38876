import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { build } from '../helper.js'
import { pathOf, photoApp, upload } from '../features/media/photos/photo-app.js'

const accepting = (encoding: string) => ({ 'accept-encoding': encoding })

t.test('compresses responses above 1 KiB as the client accepts', async t => {
  const app = await build(t)
  const url = '/schema.graphql'
  const plain = await app.inject(url)
  t.equal(plain.headers['content-encoding'], undefined)
  for (const [accepted, encoding, decompress] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await app.inject({ url, headers: accepting(accepted) })
    t.equal(headers['content-encoding'], encoding)
    t.match(headers.vary, /accept-encoding/i)
    t.equal(headers.etag, `W/${plain.headers.etag}`)
    t.ok(rawPayload.length < plain.rawPayload.length / 2)
    t.equal(decompress(rawPayload).toString(), plain.body)
    const again = await app.inject({
      url,
      headers: { ...accepting(accepted), 'if-none-match': headers.etag },
    })
    t.equal(again.statusCode, 304)
  }
})

t.test('compresses GraphQL but no short responses, events, photos or tokens', async t => {
  const { app, person } = await photoApp(t)
  const headers = { ...person.headers, ...accepting('gzip') }
  const encodingOf = async (request: object) =>
    (await app.inject({ headers, ...request } as never)).headers['content-encoding']
  const ask = (query: string, more = {}) => ({
    method: 'POST',
    url: '/graphql',
    payload: { query },
    headers: { ...headers, ...more },
  })
  const long = `{ __schema { types { name description } } }`
  t.equal(await encodingOf(ask(long)), 'gzip')
  t.equal(await encodingOf(ask('{ me { id } }')), undefined)
  t.equal(await encodingOf(ask(long, { accept: 'text/event-stream' })), undefined)
  t.equal(await encodingOf({ url: pathOf((await upload(app, person)).uploadUrl) }), undefined)
  const { email, password } = person
  t.equal(await encodingOf({ method: 'POST', url: '/auth/login', payload: { email, password } }), undefined)
})
