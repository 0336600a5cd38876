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
    for (const name of ['etag', 'vary', 'cache-control']) t.equal(again.headers[name], headers[name], name)
    const head = await app.inject({ method: 'HEAD', url, headers: accepting(accepted) })
    t.notOk('content-length' in head.headers, 'HEAD does not send the length of another response')
    for (const name of ['etag', 'vary']) t.equal(head.headers[name], headers[name], name)
  }
  for (const accepted of ['identity', 'gzip;q=0', 'deflate']) {
    const head = await app.inject({ method: 'HEAD', url, headers: accepting(accepted) })
    t.equal(head.headers['content-length'], plain.headers['content-length'], accepted)
    t.equal(head.headers.etag, plain.headers.etag)
  }
})

t.test('declares that responses vary by encoding, compressed or not', async t => {
  const app = await build(t)
  const query = `/graphql?query=${encodeURIComponent('{ exercises(first: 1) { totalCount } }')}`
  for (const url of ['/schema.graphql', '/possible-types.json', '/.well-known/jwks.json', query])
    for (const encoding of ['identity', 'br']) {
      const { headers } = await app.inject({ url, headers: accepting(encoding) })
      t.match(headers.vary, /accept-encoding/, `${url} ${encoding}`)
    }
  const { app: withPhotos, person } = await photoApp(t)
  const photo = await withPhotos.inject(pathOf((await upload(withPhotos, person)).uploadUrl))
  t.notMatch(photo.headers.vary ?? '', /accept-encoding/, 'a photo does not vary')
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
