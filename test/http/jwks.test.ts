import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { build, keys, signUp, isolatedSettings } from '../helper.js'
import { claimsOf, headerOf, makeToken, rs256, thumbprint } from '../tokens.js'

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/** Returns the settings after a key change, where `keys` is the previous pair. */
function rotated(t: Parameters<typeof isolatedSettings>[0], folder: string) {
  const newer = newKeys()
  const path = (name: string, pem: string) => {
    writeFileSync(join(folder, name), pem)
    return join(folder, name)
  }
  const settings = {
    JWT_PRIVATE_KEY_PATH: path('newer-private.pem', newer.privateKey),
    JWT_PUBLIC_KEY_PATH: [path('newer.pem', newer.publicKey), path('older.pem', keys.publicKey)].join(' , '),
  }
  return { newer, settings }
}

t.test('publishes the key with which tokens can be verified', async t => {
  const app = await build(t)
  const { token } = await signUp(app)
  const response = await app.inject({ url: '/.well-known/jwks.json' })
  t.equal(response.statusCode, 200)
  t.match(response.headers, { 'content-type': /^application\/json/, 'cache-control': /max-age=\d+/ })
  const [jwk, ...more] = response.json().keys
  t.same(more, [])
  t.same(Object.keys(jwk).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'], 'no part of the private key')
  t.match(jwk, { kty: 'RSA', use: 'sig', alg: 'RS256', kid: thumbprint(keys.publicKey) })
  t.equal(jwk.kid, headerOf(token).kid)

  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  t.ok(verify('sha256', Buffer.from(token.slice(0, end)), key, signature))
})

t.test('accepts tokens of the previous key after a key change', async t => {
  const settings = isolatedSettings(t)
  const before = await build(t, { settings })
  const user = await signUp(before)
  await before.close()

  const { newer, settings: changed } = rotated(t, t.testdir())
  const app = await build(t, { settings: { ...settings, ...changed } })
  const profile = await app.inject({ url: '/auth/profile', headers: user.headers })
  t.equal(profile.statusCode, 200)

  const { refreshToken } = user
  const refreshed = await app.inject({ method: 'POST', url: '/auth/refresh', payload: { refreshToken } })
  t.equal(refreshed.statusCode, 200)
  const { accessToken } = refreshed.json()
  t.equal(headerOf(accessToken).kid, thumbprint(newer.publicKey), 'new tokens have the new key')
  const headers = { authorization: `Bearer ${accessToken}` }
  t.equal((await app.inject({ url: '/auth/profile', headers })).statusCode, 200)

  const listed = (await app.inject({ url: '/.well-known/jwks.json' })).json().keys
  t.same(
    listed.map((key: { kid: string }) => key.kid),
    [thumbprint(newer.publicKey), thumbprint(keys.publicKey)],
  )
})

t.test('verifies a token only with the key that it names', async t => {
  const { newer, settings } = rotated(t, t.testdir())
  const app = await build(t, { settings })
  const { token } = await signUp(app)
  const withOlder = makeToken({ ...headerOf(token), kid: thumbprint(keys.publicKey) }, claimsOf(token))
  const mixed = makeToken(headerOf(token), claimsOf(token))
  const forged = makeToken(
    { ...headerOf(token), kid: thumbprint(keys.publicKey) },
    claimsOf(token),
    rs256(newer.privateKey),
  )
  const statuses: number[] = []
  for (const one of [withOlder, mixed, forged]) {
    const headers = { authorization: `Bearer ${one}` }
    statuses.push((await app.inject({ url: '/auth/profile', headers })).statusCode)
  }
  t.same(statuses, [200, 401, 401])
})

t.test('rejects tokens of a removed key', async t => {
  const settings = isolatedSettings(t)
  const before = await build(t, { settings })
  const { headers } = await signUp(before)
  await before.close()
  const { settings: changed } = rotated(t, t.testdir())
  const { JWT_PRIVATE_KEY_PATH } = changed
  const app = await build(t, { settings: { ...settings, JWT_PRIVATE_KEY_PATH } })
  t.equal((await app.inject({ url: '/auth/profile', headers })).statusCode, 401)
})
