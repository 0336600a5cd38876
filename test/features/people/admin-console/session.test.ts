import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { stepUpMutations } from '../../../../src/features/people/admin-console/step-up-mutations.js'
import type { AuditAction } from '../../../../src/features/people/audit/models.js'
import { hours, minutes } from '../../../../src/lib/quantities.js'
import { build, logIn, queryGraphQL, signUp, type GraphQLResponse, type Settings } from '../../../helper.js'
import { everyCollection } from '../../stored-data.js'
import { schema } from '../../schema-operations.js'
import { multipartBody, multipartType, photoPart } from '../../media/photos/photo-app.js'
import { manualClock, unlimitedLogins } from '../auth/requests.js'
import { consoleBrowser, type ConsoleBrowser } from './browser-client.js'

/** Starts an app, and signs an administrator in to the console. */
async function openConsole(t: Test, settings: Settings = {}) {
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const { observe, texts } = everyCollection()
  const app = await build(t, { settings: { ...unlimitedLogins, ...settings }, clock, wrapDatabase: observe })
  const admin = await signUp(app, { role: 'ADMIN' })
  const browser = consoleBrowser(app)
  const response = await browser.signIn(admin.email, admin.password)
  t.equal(response.statusCode, 200)
  const actions = async (userId: string): Promise<AuditAction[]> =>
    (await app.features.services.audit.list({ userId, action: null }, {})).edges.map(
      ({ node }) => node.action,
    )
  return { app, admin, browser, response, clock, advance, actions, texts }
}

const me = '{ me { email } }'
const users = '{ users { edges { node { id } } } }'
const disable = (id: string) =>
  `mutation { setAccountEnabled(input: { id: "${id}", enabled: false }) { user { enabled } } }`

const reasonOf = (response: Awaited<ReturnType<ConsoleBrowser['query']>>) => {
  const { errors } = response.json<GraphQLResponse>()
  const { code, reason } = errors?.[0]?.extensions ?? {}
  return reason ?? code
}

t.test('signs an administrator in with a cookie, without a token in the response', async t => {
  const { admin, browser, response, texts, advance } = await openConsole(t)
  const [cookie] = response.cookies
  t.match(cookie, { name: 'console_session', path: '/console', httpOnly: true, sameSite: 'Strict' })
  t.equal(cookie!.maxAge, 8 * 60 * 60)
  t.equal(cookie!.secure, undefined, 'the service has no https URL')
  t.notMatch(response.body, /eyJ/)
  t.match(await browser.session(), {
    user: { id: admin.id, email: admin.email },
    csrfToken: browser.csrfToken(),
  })
  t.same((await browser.query(me)).json(), { data: { me: { email: admin.email } } })

  const stored = [...(await texts()).get('consoleSessions')!].join()
  t.match(stored, admin.id)
  t.notMatch(stored, cookie!.value, 'only the hash of the identifier is stored')
  t.notMatch(stored, /eyJ/, 'tokens are encrypted')

  advance(20 * minutes)
  t.same((await browser.query(me)).json(), { data: { me: { email: admin.email } } }, 'renews access tokens')
})

t.test('sends the cookie over encrypted connections only if the service has an https URL', async t => {
  const app = await build(t, { settings: { ...unlimitedLogins, PUBLIC_URL: 'https://fitness.test/api' } })
  const admin = await signUp(app, { role: 'ADMIN' })
  const headers = { origin: 'https://fitness.test' }
  const { cookies } = await consoleBrowser(app).signIn(admin.email, admin.password, { headers })
  t.match(cookies, [{ secure: true, path: '/api/console' }])
})

t.test('refuses users without the role ADMIN, and ends the session of the login', async t => {
  const { app, actions } = await openConsole(t)
  const user = await signUp(app)
  const browser = consoleBrowser(app)
  const response = await browser.signIn(user.email, user.password)
  t.equal(response.statusCode, 403)
  t.match(response.json(), { code: 'FORBIDDEN', message: /for administrators only/ })
  t.equal(browser.cookie(), undefined)
  t.same((await actions(user.id)).slice(0, 2).toSorted(), ['LOGGED_IN', 'LOGGED_OUT'])
  t.match(await browser.session(), { user: null, csrfToken: null })
})

t.test('returns the errors of a login, and throttles it', async t => {
  const { app, admin } = await openConsole(t, { RATE_LIMIT_LOGIN_FAILURES: '2' })
  const browser = consoleBrowser(app)
  for (let attempt = 0; attempt < 2; attempt++) {
    const wrong = await browser.signIn(admin.email, 'wrong')
    t.match(wrong.json(), { statusCode: 401, code: 'INVALID_CREDENTIALS' })
  }
  t.match((await browser.signIn(admin.email, admin.password)).json(), { statusCode: 429 })
})

t.test('refuses requests without the CSRF token or from other origins', async t => {
  const { app, admin, browser } = await openConsole(t)
  const hostile: [what: string, headers: Record<string, string | undefined>][] = [
    ['no token', { 'x-csrf-token': undefined }],
    [
      'a wrong token',
      { 'x-csrf-token': browser.csrfToken().replace(/^./, first => (first === 'a' ? 'b' : 'a')) },
    ],
    ['a shorter token', { 'x-csrf-token': browser.csrfToken().slice(1) }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['another origin in an old browser', { origin: 'https://evil.test', 'sec-fetch-site': undefined }],
    ['neither header', { origin: undefined, 'sec-fetch-site': undefined }],
  ]
  for (const [what, headers] of hostile) {
    const query = await browser.query(me, {}, { headers })
    t.equal(query.statusCode, 403, `${what}: GraphQL`)
    t.notMatch(query.body, admin.email)
    t.equal((await browser.stepUp(admin.password, { headers })).statusCode, 403, `${what}: step-up`)
    t.equal(
      (await browser.send('session', { method: 'DELETE', headers })).statusCode,
      403,
      `${what}: sign-out`,
    )
    t.equal((await browser.send('exercise-images', { headers })).statusCode, 403, `${what}: upload`)
    if (what.includes('token')) continue
    const other = await consoleBrowser(app).signIn(admin.email, admin.password, { headers })
    t.equal(other.statusCode, 403, `${what}: sign-in`)
  }
  const old = { headers: { 'sec-fetch-site': undefined } }
  t.equal((await browser.query(me, {}, old)).statusCode, 200, 'accepts the own origin without Sec-Fetch-Site')
  const other = await signUp(app, { role: 'ADMIN' })
  const second = consoleBrowser(app)
  await second.signIn(other.email, other.password)
  const headers = { 'x-csrf-token': second.csrfToken() }
  t.equal((await browser.query(me, {}, { headers })).statusCode, 403, 'the token of another session')
})

t.test('ends the session on sign-out, with its tokens', async t => {
  const { browser, actions, admin, texts } = await openConsole(t)
  const stolen = { cookie: browser.cookie() }
  t.equal((await browser.send('session', { method: 'DELETE' })).statusCode, 204)
  t.equal(browser.cookie(), undefined, 'the browser deletes the cookie')
  t.equal((await browser.query(me, {}, { headers: stolen })).statusCode, 401)
  t.equal((await actions(admin.id))[0], 'LOGGED_OUT')
  t.same((await texts()).get('consoleSessions'), [])
})

t.test('ends the session eight hours after the sign-in', async t => {
  const { browser, advance } = await openConsole(t)
  const stolen = { cookie: browser.cookie() }
  advance(8 * hours - 1)
  t.equal((await browser.query(me)).statusCode, 200)
  advance(1)
  t.equal((await browser.query(me, {}, { headers: stolen })).statusCode, 401)
  t.match(await browser.session(), { user: null })
})

t.test('ends the session when the role is removed, the account is disabled or signed out', async t => {
  const endings: [what: string, status: number, mutation: string][] = [
    ['role', 403, 'setUserRole(input: { id: "$id", role: USER })'],
    ['disabled', 401, 'setAccountEnabled(input: { id: "$id", enabled: false })'],
    ['signed out', 401, 'revokeUserSessions(input: { id: "$id" })'],
  ]
  for (const [what, status, mutation] of endings) {
    const { app, browser, admin, texts } = await openConsole(t)
    const other = await signUp(app, { role: 'ADMIN' })
    const text = `mutation { ${mutation.replace('$id', admin.id)} { user { id } } }`
    t.notOk((await queryGraphQL(app, text, {}, other)).errors)
    const stolen = { cookie: browser.cookie() }
    const refused = await browser.query(users)
    t.equal(refused.statusCode, status, what)
    if (status === 403) t.match(refused.body, /for administrators only/)
    t.equal((await browser.query(users, {}, { headers: stolen })).statusCode, 401, 'the session has ended')
    t.same((await texts()).get('consoleSessions'), [], what)
  }
})

t.test('requires a step-up ten minutes after the last one, for some actions only', async t => {
  const { app, browser, admin, advance, actions } = await openConsole(t)
  const [first, second] = [await signUp(app), await signUp(app)]
  t.match((await browser.query(disable(first.id))).json(), { data: { setAccountEnabled: {} } })
  advance(10 * minutes)
  const refused = await browser.query(disable(second.id))
  t.equal(refused.statusCode, 403)
  t.match(refused.json(), { errors: [{ extensions: { code: 'FORBIDDEN', reason: 'STEP_UP_REQUIRED' } }] })
  t.equal((await browser.query(users)).statusCode, 200, 'reads do not require it')
  const revoke = `mutation { revokeUserSessions(input: { id: "${first.id}" }) { user { id } } }`
  t.match((await browser.query(revoke)).json(), { data: { revokeUserSessions: {} } })

  const wrong = await browser.stepUp('wrong')
  t.match(wrong.json(), { statusCode: 401, code: 'INVALID_CREDENTIALS' })
  t.equal(reasonOf(await browser.query(disable(second.id))), 'STEP_UP_REQUIRED')
  await app.features.services.bearerTokens.authenticate(
    (await logIn(app, admin.email, admin.password)).accessToken,
  )
  t.ok((await actions(admin.id)).includes('LOGIN_FAILED'), 'a wrong password counts as a failed login')

  t.equal((await browser.stepUp(admin.password)).statusCode, 204)
  t.match((await browser.query(disable(second.id))).json(), { data: { setAccountEnabled: {} } })
})

t.test(
  'finds actions that require a step-up under aliases, in fragments and among other operations',
  async t => {
    const { browser, admin, advance } = await openConsole(t)
    advance(11 * minutes)
    const field = `setUserRole(input: { id: "${admin.id}", role: USER }) { user { id } }`
    const documents = [
      `mutation { harmless: ${field} }`,
      `mutation { ...F } fragment F on Mutation { ${field} }`,
      `mutation { ... on Mutation { ... { ${field} } } }`,
      `mutation M { ${field} } query Q { me { id } }`,
      `mutation { verifyUser(input: { id: "${admin.id}" }) { user { id } } ${field} }`,
      `mutation { sync(operations: []) { results { status } } }`,
    ]
    for (const document of documents)
      t.equal(reasonOf(await browser.query(document)), 'STEP_UP_REQUIRED', document)
    const bodies = [
      [{ query: `mutation { ${field} }` }],
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
      { documentId: 'example/1.0.0/SetUserRole', variables: {} },
      { query: documents[0], documentId: 'example/1.0.0/SetUserRole' },
    ]
    for (const payload of bodies) {
      const response = await browser.send('graphql', { payload })
      t.equal(response.statusCode, 400, JSON.stringify(payload))
    }
    t.equal(reasonOf(await browser.query('mutation {')), 'BAD_USER_INPUT')
    t.equal(reasonOf(await browser.query(`{ ${'a '.repeat(1000)} }`)), 'BAD_USER_INPUT')
    const fields = schema.getMutationType()!.getFields()
    t.same(
      [...stepUpMutations].filter(name => !(name in fields)),
      [],
      'every name is a mutation',
    )
  },
)

t.test('signs requests to the API if signatures are required', async t => {
  const signed = { HMAC_ENABLED: 'true', HMAC_SECRET: 'x'.repeat(32), WEB_APP_ENABLED: 'false' }
  const app = await build(t, { settings: { ...unlimitedLogins, ...signed } })
  const account = { email: 'admin@example.com', username: 'admin-x', password: 'correct horse battery' }
  await app.features.services.registration.createVerifiedAccount({ ...account, role: 'ADMIN' })
  const browser = consoleBrowser(app)
  await browser.signIn(account.email, account.password)
  t.same((await browser.query(me)).json(), { data: { me: { email: account.email } } })
  t.equal((await app.inject({ method: 'POST', url: '/graphql', payload: { query: me } })).statusCode, 401)
  t.equal((await upload(browser)).statusCode, 201, 'also those with files')
})

t.test('executes only the registered operations if others are rejected', async t => {
  const { browser } = await openConsole(t, { GRAPHQL_ONLY_REGISTERED: 'true' })
  t.equal(reasonOf(await browser.query(me)), 'FORBIDDEN')
})

t.test('counts requests against the limit of the user, and failures against that of the address', async t => {
  const { clock } = manualClock()
  const app = await build(t, {
    settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '3', RATE_LIMIT_PUBLIC_PER_HOUR: '6' },
    clock,
  })
  const admin = await signUp(app, { role: 'ADMIN' })
  const browser = consoleBrowser(app)
  await browser.signIn(admin.email, admin.password)
  for (let left = 2; left >= 0; left--)
    t.equal((await browser.query(me)).headers['x-ratelimit-remaining'], String(left))
  const limited = await browser.query(me)
  t.equal(limited.statusCode, 429)
  t.match(limited.headers['retry-after'], /^\d+$/)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++)
    statuses.push(
      (await browser.query(me, {}, { headers: { cookie: `console_session=${'x'.repeat(43)}` } })).statusCode,
    )
  t.equal(statuses[0], 401)
  t.equal(statuses.at(-1), 429)
})

t.test('records the address and the browser of the administrator in the audit log', async t => {
  const { app, browser, admin } = await openConsole(t)
  const user = await signUp(app)
  const headers = { 'user-agent': 'Console Browser' }
  await browser.query(disable(user.id), {}, { headers })
  const { edges } = await app.features.services.audit.list(
    { userId: user.id, action: 'ACCOUNT_DISABLED' },
    {},
  )
  t.match(edges, [{ node: { actor: admin.id, address: '127.0.0.1', device: 'Console Browser' } }])
})

t.test('erases the sessions with the account', async t => {
  const { app, browser, admin, texts, advance } = await openConsole(t)
  await signUp(app, { role: 'ADMIN' })
  const input = `password: "${admin.password}", immediately: true`
  t.notOk(
    (
      await browser.query(`mutation { deleteAccount(input: { ${input} }) { user { id } } }`)
    ).json<GraphQLResponse>().errors,
  )
  advance(minutes)
  await app.features.services.deletion.runDeletions()
  t.same((await texts()).get('consoleSessions'), [])
})

t.test('has neither pages nor routes if it is turned off', async t => {
  const app = await build(t, { settings: { CONSOLE_ENABLED: 'false' } })
  for (const url of ['/console', '/console/', '/console/session'])
    t.equal((await app.inject({ url })).statusCode, 404, url)
})

async function upload(browser: ConsoleBrowser) {
  const content = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  return browser.send('exercise-images', {
    payload: multipartBody([photoPart({ content })]),
    headers: { 'content-type': multipartType },
  })
}

t.test('uploads pictures of exercises', async t => {
  const { browser, app } = await openConsole(t)
  const response = await upload(browser)
  t.equal(response.statusCode, 201, response.body)
  t.match(response.json(), { success: true, data: { assetId: /^[0-9a-f]{24}$/ } })
  t.equal((await upload(consoleBrowser(app))).statusCode, 401)
})

t.test('asks administrators with a second factor for its code, at the sign-in and for a step-up', async t => {
  const { app, admin, advance, clock } = await openConsole(t)
  const { secondFactor, passwordLogin, sessions } = app.features.services
  const client = { address: '127.0.0.1', device: 'test', locale: null }
  const viewer = await sessions.authenticate(
    (await passwordLogin.login(admin.email, admin.password, client)).accessToken,
  )
  const { secret } = await secondFactor.start(viewer)
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock().getTime() })
  await secondFactor.confirm(viewer, code(), client)
  advance(1 * minutes)

  const browser = consoleBrowser(app)
  const first = await browser.signIn(admin.email, admin.password)
  t.match(first.json(), { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED', secondFactorToken: String })
  t.equal(browser.cookie(), undefined)
  const { secondFactorToken } = first.json<{ secondFactorToken: string }>()
  const wrong = await browser.submitSecondFactor({ secondFactorToken, code: '000000' })
  t.match(wrong.json(), { statusCode: 401, code: 'INVALID_CODE' })
  const signedIn = await browser.submitSecondFactor({ secondFactorToken, code: code() })
  t.match(signedIn.json(), { user: { email: admin.email, isSecondFactorEnabled: true } })
  const person = await signUp(app)
  t.match((await browser.query(disable(person.id))).json(), { data: { setAccountEnabled: {} } })

  advance(10 * minutes)
  const enable = `mutation { setAccountEnabled(input: { id: "${person.id}", enabled: true }) { user { enabled } } }`
  t.equal(reasonOf(await browser.query(enable)), 'STEP_UP_REQUIRED')
  t.match((await browser.stepUp(admin.password)).json(), { statusCode: 401, code: 'INVALID_CREDENTIALS' })
  t.equal((await browser.send('step-up', { payload: { code: code() } })).statusCode, 204)
  t.match((await browser.query(enable)).json(), { data: { setAccountEnabled: {} } })
})
