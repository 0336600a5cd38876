import { gzipSync } from 'node:zlib'
import t from 'tap'
import { build, signUp } from '../helper.js'

t.test('rejects compressed bodies in the shape of each endpoint', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const code = 'UNSUPPORTED_MEDIA_TYPE'
  for (const [url, shape] of [
    ['/auth/login', { statusCode: 415, code }],
    ['/api/storage/profile-photo/upload', { success: false, error: { code } }],
    ['/graphql', { errors: [{ extensions: { code } }] }],
  ] as const)
    for (const encoding of ['gzip', 'BR', 'zstd', 'gzip, identity']) {
      const response = await app.inject({
        method: 'POST',
        url,
        payload: gzipSync('{}'),
        headers: { ...user.headers, 'content-type': 'application/json', 'content-encoding': encoding },
      })
      t.equal(response.statusCode, 415, `${url} ${encoding}`)
      t.match(response.json(), shape)
      t.equal(response.headers['accept-encoding'], 'identity')
    }
})

t.test('accepts uncompressed bodies, and sends 404 for unknown addresses', async t => {
  const app = await build(t)
  for (const encoding of ['identity', 'Identity', '']) {
    const headers = { 'content-encoding': encoding }
    const response = await app.inject({ method: 'POST', url: '/auth/login', payload: {}, headers })
    t.equal(response.statusCode, 400, encoding)
  }
  const nowhere = { method: 'POST', url: '/nowhere', headers: { 'content-encoding': 'gzip' } } as const
  t.equal((await app.inject(nowhere)).statusCode, 404)
})
