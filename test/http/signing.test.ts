import t, { type Test } from 'tap'
import { jpeg } from '../images.js'
import {
  multipartBody,
  multipartType,
  pathOf,
  photoPart,
  uploadUrl,
} from '../features/media/photos/photo-app.js'
import { signedApp, type RequestOptions } from './signing-client.js'

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof signedApp>>['send']>>

function assertRefused(t: Test, response: Answer, code: string, what: string) {
  t.equal(response.statusCode, 401, what)
  t.match(response.json(), { statusCode: 401, code, error: 'Unauthorized', message: String }, what)
}

t.test('accepts correctly signed requests of every kind', async t => {
  const { send, postJson, person } = await signedApp(t)
  const me = '{ me { id } }'
  const graphQL = { data: { me: { id: person.id } } }
  t.equal((await send({ url: '/auth/profile', person })).statusCode, 200)
  t.equal((await send({ url: '/auth/profile?a=b&c=%20', person })).statusCode, 200, 'accepts a query string')
  t.equal((await send({ method: 'HEAD', url: '/auth/profile', person })).statusCode, 200)
  t.equal((await send({ url: '/openapi.json' })).statusCode, 200, 'accepts a request without a user')
  t.match((await postJson('/graphql', { query: me }, { person })).json(), graphQL)
  t.match((await send({ url: `/graphql?query=${encodeURIComponent(me)}`, person })).json(), graphQL)
  const { refreshToken } = person
  t.equal((await postJson('/auth/refresh', { refreshToken })).statusCode, 200)
})

t.test('verifies the body exactly as sent', async t => {
  const { send, person } = await signedApp(t)
  const query = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { city } } }'
  for (const city of ['Köln', '東京', '🏙️ "quoted"', '|', 'a|b|c']) {
    const payload = JSON.stringify({ query, variables: { input: { city } } }, null, '\t')
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const response = await send({ method: 'POST', url: '/graphql', payload, headers, person })
    t.same(response.json(), { data: { updateProfile: { user: { city } } } })
    const compact = { payload: JSON.stringify(JSON.parse(payload)) }
    const other = await send({ method: 'POST', url: '/graphql', payload, headers, person, signed: compact })
    t.equal(other.statusCode, 401, 'rejects the same JSON with other white space')
  }
})

t.test('does not sign the body of an upload', async t => {
  const { app, send, person } = await signedApp(t)
  const upload: RequestOptions = {
    method: 'POST',
    url: uploadUrl,
    payload: multipartBody([photoPart()]),
    headers: { 'content-type': multipartType },
    person,
  }
  const response = await send(upload)
  t.equal(response.statusCode, 201)
  const served = await app.inject(pathOf(response.json().data.uploadUrl))
  t.equal(served.statusCode, 200, 'a signed URL needs no signature of the request')
  t.ok(served.rawPayload.length > 0 && served.rawPayload.length < jpeg().length)

  const refused = await send({ ...upload, signed: { payload: 'x' } })
  t.equal(refused.statusCode, 401)
  t.match(refused.json(), { success: false, error: { code: 'INVALID_SIGNATURE', message: String } })
})

t.test('rejects a signature of a different request', async t => {
  const { send, postJson, person } = await signedApp(t)
  const refused: Record<string, RequestOptions['signed']> = {
    method: { method: 'POST' },
    'lower-case method': { method: 'get' },
    path: { url: '/auth/other' },
    query: { url: '/auth/profile?a=c' },
    'no query': { url: '/auth/profile' },
    'the whole address': { url: 'http://fitness.test/auth/profile?a=b' },
    body: { payload: 'x' },
    secret: { secret: 'another secret of thirty-two bytes' },
  }
  const url = '/auth/profile?a=b'
  for (const [what, signed] of Object.entries(refused))
    assertRefused(t, await send({ url, person, signed: signed! }), 'INVALID_SIGNATURE', what)

  const login = { email: person.email, password: person.password }
  const signed = { payload: JSON.stringify({ ...login, password: 'another' }) }
  assertRefused(t, await postJson('/auth/login', login, { signed }), 'INVALID_SIGNATURE', 'another body')
  assertRefused(
    t,
    await postJson('/auth/login', login, { signed: { payload: '' } }),
    'INVALID_SIGNATURE',
    'no body',
  )
})

t.test('rejects missing, repeated and malformed signature headers', async t => {
  const { send, person } = await signedApp(t)
  const signature =
    (change: (right: string) => string | undefined): RequestOptions['sent'] =>
    right => ({ 'x-signature': change(right['x-signature']) })
  const refused: Record<string, RequestOptions['sent']> = {
    'no signature': signature(() => undefined),
    'an empty signature': signature(() => ''),
    'upper case': signature(right => right.toUpperCase()),
    shorter: signature(right => right.slice(1)),
    longer: signature(right => `${right}0`),
    'twice in one': signature(right => `${right}, ${right}`),
    prefixed: signature(right => `sha256=${right}`),
    'not hexadecimal': signature(() => 'z'.repeat(64)),
    'beyond ASCII': signature(() => 'é'.repeat(32)),
    'another timestamp': right => ({ 'x-timestamp': `${right['x-timestamp']}0` }),
    'no user': () => ({ 'x-user-id': undefined }),
    'another user': () => ({ 'x-user-id': 'f'.repeat(24) }),
    nothing: () => ({ 'x-signature': undefined, 'x-timestamp': undefined, 'x-user-id': undefined }),
  }
  for (const [what, sent] of Object.entries(refused))
    assertRefused(t, await send({ url: '/auth/profile', person, sent: sent! }), 'INVALID_SIGNATURE', what)
})

t.test('names the missing header or the invalid user', async t => {
  const { send } = await signedApp(t)
  const url = '/openapi.json'
  const without = (...names: string[]) =>
    send({ url, sent: () => Object.fromEntries(names.map(name => [name, undefined])) })
  const messageOf = ({ json }: Answer) => json<{ message: string }>().message

  for (const names of [['x-signature'], ['x-signature', 'x-timestamp', 'x-user-id']]) {
    const response = await without(...names)
    assertRefused(t, response, 'INVALID_SIGNATURE', names.join())
    t.match(messageOf(response), /no header X-Signature/)
  }
  for (const response of [await without('x-timestamp'), await send({ url, signed: { timestamp: '' } })]) {
    assertRefused(t, response, 'TIMESTAMP_OUT_OF_RANGE', 'no timestamp')
    t.match(messageOf(response), /no header X-Timestamp/)
  }
  t.equal((await without('x-user-id')).statusCode, 200, 'X-User-Id is optional before login')
  for (const userId of ['me', 'f'.repeat(23), 'f'.repeat(25), 'g'.repeat(24), '*', `${'f'.repeat(24)} `]) {
    const response = await send({ url, signed: { userId } })
    assertRefused(t, response, 'INVALID_SIGNATURE', userId)
    t.match(messageOf(response), userId.endsWith(' ') ? String : /X-User-ID must be empty or/)
  }
})

t.test('requires the signature of the user of the token', async t => {
  const { send, person } = await signedApp(t)
  for (const userId of ['', 'f'.repeat(24), person.id.toUpperCase()])
    assertRefused(
      t,
      await send({ url: '/auth/profile', person, signed: { userId } }),
      'INVALID_SIGNATURE',
      userId,
    )
  const response = await send({ url: '/openapi.json', signed: { userId: person.id } })
  t.equal(response.statusCode, 200, 'allows a user id without a token')
})

t.test('accepts timestamps within the tolerance in both directions', async t => {
  const { send } = await signedApp(t, { HMAC_TIMESTAMP_TOLERANCE: '60' })
  const now = Math.floor(new Date('2026-01-31T08:15:30.500Z').getTime() / 1000)
  const at = (timestamp: number | string) =>
    send({ url: '/openapi.json', signed: { timestamp: String(timestamp) } })
  for (const good of [now - 59, now, now + 60]) t.equal((await at(good)).statusCode, 200, String(good - now))
  for (const bad of [
    now - 60,
    now - 3600,
    now + 61,
    0,
    now * 1000,
    -now,
    `${now}.5`,
    `+${now}`,
    `0x1`,
    'now',
    '',
  ])
    assertRefused(t, await at(bad), 'TIMESTAMP_OUT_OF_RANGE', String(bad))
  t.match((await at(now * 1000)).json(), { message: /Unix time in seconds/ })
  t.match((await at(now - 3600)).json(), { message: /by more than 60 s/ })
})

t.test('has a default tolerance of exactly 300 seconds', async t => {
  const { send, setTime } = await signedApp(t)
  const timestamp = String(new Date('2026-01-31T08:15:30Z').getTime() / 1000)
  const statusAt = async (time: string) => {
    setTime(time)
    return (await send({ url: '/openapi.json', signed: { timestamp } })).statusCode
  }
  t.equal(await statusAt('2026-01-31T08:20:30.000Z'), 200)
  t.equal(await statusAt('2026-01-31T08:20:30.001Z'), 401)
  t.equal(await statusAt('2026-01-31T08:10:30.000Z'), 200)
  t.equal(await statusAt('2026-01-31T08:10:29.999Z'), 401)
})

t.test('reports a wrong clock only to clients with the secret', async t => {
  const { send } = await signedApp(t)
  const response = await send({ url: '/openapi.json', signed: { timestamp: '1', secret: 'wrong' } })
  assertRefused(t, response, 'INVALID_SIGNATURE', 'both wrong')
})
