import fc from 'fast-check'
import t from 'tap'
import { checkToken, signToken, type Grant } from '../../src/lib/signed-token.js'

const secret = 'a secret of at least thirty-two characters'
const grant: Grant = { operation: 'GET', bucket: 'user-assets', path: 'users/1/profile-picture/a.jpg' }
const expiresAt = new Date('2026-01-31T09:15:30.750Z')
const before = new Date('2026-01-31T09:15:29.999Z')
const token = signToken(grant, expiresAt, secret)
const invalid = { valid: false, expired: false }

t.test('accepts a token until it expires, at most a second longer', async t => {
  const justBefore = new Date('2026-01-31T09:15:30.749Z')
  const nextSecond = new Date('2026-01-31T09:15:31.000Z')
  for (const now of [before, justBefore, new Date(nextSecond.getTime() - 1)])
    t.same(checkToken(token, grant, secret, now), { valid: true, expiresAt: nextSecond })
  t.same(checkToken(token, grant, secret, nextSecond), { valid: false, expired: true })

  const whole = signToken(grant, nextSecond, secret)
  t.equal(checkToken(whole, grant, secret, new Date(nextSecond.getTime() - 1)).valid, true)
  t.equal(checkToken(whole, grant, secret, nextSecond).valid, false)
})

t.test('accepts a token only for its bucket, path and secret', async t => {
  for (const other of [{ bucket: 'app-assets' }, { path: 'users/2/profile-picture/a.jpg' }, { path: '' }]) {
    t.same(checkToken(token, { ...grant, ...other }, secret, before), invalid)
  }
  t.same(checkToken(token, grant, `${secret}!`, before), invalid)
})

t.test('reports only a genuine token as expired', async t => {
  const later = token.replace(/^\d+/, expiry => String(Number(expiry) + 1))
  const earlier = token.replace(/^\d+/, expiry => String(Number(expiry) - 1000))
  t.same(checkToken(later, grant, secret, before), invalid)
  t.same(checkToken(earlier, grant, secret, before), invalid)
})

t.test('rejects a token with another last character', async t => {
  for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    const changed = token.slice(0, -1) + character
    t.equal(checkToken(changed, grant, secret, before).valid, changed === token, character)
  }
})

t.test('distinguishes grants whose parts have equal concatenations', async () => {
  const parts = fc.tuple(fc.string(), fc.string())
  fc.assert(
    fc.property(parts, parts, ([bucket, path], [otherBucket, otherPath]) => {
      const made = signToken({ operation: 'GET', bucket, path }, expiresAt, secret)
      const result = checkToken(
        made,
        { operation: 'GET', bucket: otherBucket, path: otherPath },
        secret,
        before,
      )
      return result.valid === (bucket === otherBucket && path === otherPath)
    }),
  )
})

t.test('rejects malformed tokens', async t => {
  for (const text of [
    '',
    '.',
    'abc',
    `${token}=`,
    ` ${token}`,
    `0${token}`,
    `-${token}`,
    token.slice(0, -1),
    '1e9.x',
  ]) {
    t.same(checkToken(text, grant, secret, before), invalid, text)
  }
  fc.assert(fc.property(fc.string(), text => !checkToken(text, grant, secret, before).valid))
})
