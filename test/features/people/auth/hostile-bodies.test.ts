import fc from 'fast-check'
import t from 'tap'
import { build, signUp } from '../../../helper.js'
import { unlimitedLogins, newRegistration, post, assertError } from './requests.js'

/** A valid body for every operation with a body. */
const bodies: Record<string, Record<string, string>> = {
  register: newRegistration(),
  'verify-email': { token: 'x'.repeat(43) },
  'resend-verification': { email: 'ada@example.com' },
  login: { email: 'ada@example.com', password: 'whatever it is' },
  refresh: { refreshToken: 'x'.repeat(43) },
  logout: { refreshToken: 'x'.repeat(43) },
  'forgot-password': { email: 'ada@example.com' },
  'reset-password': { token: 'x'.repeat(43), password: 'nine green herons' },
}

t.test('rejects other types in place of strings', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const values: unknown[] = [null, true, 7, {}, [], { $gt: '' }, { $ne: null }, { toString: 'x' }]
  for (const [path, body] of Object.entries(bodies))
    for (const [field, good] of Object.entries(body))
      for (const value of [...values, [good]]) {
        const response = await post(app, path, { ...body, [field]: value })
        assertError(t, response, 400, 'VALIDATION_ERROR', `${path} ${field} ${JSON.stringify(value)}`)
      }
  t.equal(await app.features.services.account.findByEmail(bodies.register!.email!), null)
})

t.test('rejects additional and missing fields', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  for (const [path, body] of Object.entries(bodies)) {
    for (const field of ['extra', 'constructor', '$where'])
      assertError(
        t,
        await post(app, path, { ...body, [field]: 'x' }),
        400,
        'VALIDATION_ERROR',
        `${path} ${field}`,
      )
    for (const field of Object.keys(body)) {
      const { [field]: _left, ...rest } = body
      assertError(t, await post(app, path, rest), 400, 'VALIDATION_ERROR', `${path} without ${field}`)
    }
  }
})

t.test('rejects bodies that are not JSON', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const send = (url: string, payload: string | Buffer | undefined, type: string | undefined) =>
    app.inject({
      method: 'POST',
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const json = 'application/json'
  const malformed = [
    '',
    '{',
    '{"email":"a@b.co",}',
    "{'email':1}",
    '[',
    '"',
    'undefined',
    '{"a":1}{"b":2}',
    '\u0000',
  ]
  malformed.push('null', '7', '"text"', '[]', '{"__proto__":{"role":"ADMIN"}}', '['.repeat(100_000))
  for (const path of Object.keys(bodies)) {
    const url = `/auth/${path}`
    for (const text of malformed)
      assertError(
        t,
        await send(url, text, json),
        400,
        'VALIDATION_ERROR',
        `${path} ${JSON.stringify(text.slice(0, 40))}`,
      )
    assertError(
      t,
      await send(url, Buffer.from([0xff, 0xfe, 0x00]), json),
      400,
      'VALIDATION_ERROR',
      'not UTF-8',
    )
    assertError(t, await send(url, undefined, undefined), 400, 'VALIDATION_ERROR', `${path} without a body`)
    assertError(t, await send(url, undefined, json), 400, 'VALIDATION_ERROR', `${path} with an empty body`)

    const good = JSON.stringify(bodies[path])
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
    ])
      assertError(t, await send(url, good, type), 415, 'UNSUPPORTED_MEDIA_TYPE', `${path} as ${type}`)
  }
})

t.test('rejects ten megabytes', async t => {
  const app = await build(t)
  for (const [path, body] of Object.entries(bodies)) {
    const [field = ''] = Object.keys(body)
    const response = await post(app, path, { ...body, [field]: 'x'.repeat(10 * 1024 * 1024) })
    assertError(t, response, 413, 'PAYLOAD_TOO_LARGE', path)
  }
})

t.test('responds with 404 for unknown addresses and methods below /auth', async t => {
  const app = await build(t)
  for (const [method, url] of [
    ['GET', '/auth/login'],
    ['PUT', '/auth/login'],
    ['DELETE', '/auth/profile'],
    ['POST', '/auth/profile'],
    ['POST', '/auth/nothing'],
    ['GET', '/auth/%00'],
    ['GET', '/auth'],
  ] as const)
    assertError(t, await app.inject({ method, url }), 404, 'NOT_FOUND', `${method} ${url}`)
})

// Any UTF-16 code units, including unpaired surrogates.
const anyText = fc.string({ unit: fc.nat(0xffff).map(code => String.fromCharCode(code)), maxLength: 90 })
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 90 }),
  anyText,
  fc.constantFrom('', '\u0000', '$gt', '__proto__'),
)
const email = fc.oneof(fc.emailAddress(), text)

t.test('survives random texts', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const never500 = (path: string, body: fc.Arbitrary<object>) =>
    t.resolves(
      fc.assert(
        fc.asyncProperty(body, async payload => (await post(app, path, payload)).statusCode < 500),
        { numRuns: 150 },
      ),
    )
  const optional = { requiredKeys: ['email', 'password', 'username'] as ['email', 'password', 'username'] }
  const registration = { email, password: text, username: text, firstName: text, lastName: text }
  await never500('register', fc.record(registration, optional))
  await never500(
    'register',
    fc.record({ ...registration, email: fc.uuid().map(id => `${id}@example.com`) }, optional),
  )
  await never500('login', fc.record({ email, password: text }))
  await never500('reset-password', fc.record({ token: text, password: text }))
  for (const path of ['verify-email']) await never500(path, fc.record({ token: text }))
  for (const path of ['forgot-password', 'resend-verification']) await never500(path, fc.record({ email }))
  for (const path of ['refresh', 'logout']) await never500(path, fc.record({ refreshToken: text }))
  for (const path of Object.keys(bodies))
    await never500(path, fc.object({ key: text, values: [text, fc.constant(null)] }))
})

t.test('signs in with every password that registers', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  await t.resolves(
    fc.assert(
      fc.asyncProperty(text, async password => {
        const user = { ...newRegistration(), password }
        if ((await post(app, 'register', user)).statusCode !== 202) return true
        const response = await post(app, 'login', { email: user.email, password })
        return response.json().code === 'ACCOUNT_NOT_VERIFIED'
      }),
      { numRuns: 150 },
    ),
  )
})

t.test('signs in no one with random texts', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const { email, password } = await signUp(app)
  await t.resolves(
    fc.assert(
      fc.asyncProperty(text, async guess => {
        const { statusCode } = await post(app, 'login', { email, password: guess })
        return statusCode === 401 || statusCode === 400 || guess === password
      }),
      { numRuns: 100 },
    ),
  )
})
