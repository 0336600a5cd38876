import { createHash } from 'node:crypto'
import { errors } from 'oidc-provider'
import t, { type Test } from 'tap'
import type { App } from '../../../../../src/app.js'
import { minutes } from '../../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp } from '../../../../helper.js'
import { assertError, post, unlimitedLogins } from '../requests.js'
import { publicUrl, signInAtProvider, startProvider } from './provider.js'

const codeVerifier = 'a-verifier-of-at-least-forty-three-characters'
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
const redirectUri = `${publicUrl}/app/sign-in`

async function start(t: Test, configuration = {}) {
  const { provider, settings } = await startProvider(t, configuration)
  let offset = 0
  const app = await build(t, {
    settings: { ...unlimitedLogins, ...settings, OIDC_REDIRECT_URIS: 'com.example.fitness:/signed-in' },
    clock: () => new Date(Date.now() + offset),
  })
  return { app, provider, advance: (time: number) => (offset += time) }
}

const startUrl = (query: Record<string, string> = {}) =>
  `/auth/oidc/test/start?${new URLSearchParams({ redirectUri, codeChallenge, state: 'own state', ...query }).toString()}`

/** Starts a sign-in. @returns the URL of the provider, and the cookie of the browser */
async function begin(app: App, query?: Record<string, string>) {
  const response = await app.inject(startUrl(query))
  const [cookie] = response.cookies
  return { response, url: response.headers.location!, cookie: cookie! }
}

/** Returns to the service with the URL of the provider. @returns the URL with which it returns to the app */
async function comeBack(app: App, url: string, cookie?: { name: string; value: string }) {
  const { pathname, search } = new URL(url)
  const cookies = cookie ? { [cookie.name]: cookie.value } : {}
  const response = await app.inject({ url: `${pathname}${search}`, cookies })
  return { response, target: response.headers.location ? new URL(response.headers.location) : null }
}

async function signIn(app: App, name: string) {
  const { url, cookie } = await begin(app)
  const { target } = await comeBack(app, await signInAtProvider(url, name), cookie)
  return target!.searchParams.get('code')!
}

const exchange = (app: App, code: string, verifier = codeVerifier) =>
  post(app, 'oidc/exchange', { code, codeVerifier: verifier })

t.test('signs in in a browser, and exchanges the code once', async t => {
  const { app } = await start(t)
  const { response, url, cookie } = await begin(app)
  t.equal(response.statusCode, 302)
  t.match(cookie, { httpOnly: true, sameSite: 'Lax', path: '/auth/oidc', maxAge: 600 })
  t.match(Object.fromEntries(new URL(url).searchParams), {
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    nonce: /^.{43}$/,
    redirect_uri: `${publicUrl}/auth/oidc/test/callback`,
  })
  const returned = await comeBack(app, await signInAtProvider(url, 'ada'), cookie)
  t.equal(returned.response.statusCode, 303)
  t.equal(`${returned.target!.origin}${returned.target!.pathname}`, redirectUri)
  t.equal(returned.target!.searchParams.get('state'), 'own state')
  const code = returned.target!.searchParams.get('code')!
  const signedIn = await exchange(app, code)
  t.match(signedIn.json(), { user: { email: 'ada@example.com', verified: true } })
  assertError(t, await exchange(app, code), 400, 'INVALID_TOKEN')
  const { user } = (await exchange(app, await signIn(app, 'ada'))).json<{ user: { id: string } }>()
  t.equal(user.id, signedIn.json<{ user: { id: string } }>().user.id)
})

t.test('links the identity of a sign-in in a browser to a session', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  const input = { code: await signIn(app, 'ada'), codeVerifier }
  const { data } = await queryGraphQL(
    app,
    'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { provider providerEmail } } }',
    { input },
    user,
  )
  t.same(data, { linkIdentity: { identity: { provider: 'TEST', providerEmail: 'ada@example.com' } } })
})

t.test('returns to the app if the user refuses, or the provider fails', async t => {
  const { app, provider } = await start(t)
  const refused = await begin(app)
  const { target } = await comeBack(app, await signInAtProvider(refused.url, 'ada', 'abort'), refused.cookie)
  t.same(Object.fromEntries(target!.searchParams), { state: 'own state', error: 'access_denied' })

  const failed = await begin(app)
  const url = await signInAtProvider(failed.url, 'ada')
  provider.use(async (context, next) => {
    if (context.path === '/token') throw new errors.TemporarilyUnavailable()
    await next()
  })
  const broken = await comeBack(app, url, failed.cookie)
  t.same(Object.fromEntries(broken.target!.searchParams), { state: 'own state', error: 'server_error' })
})

t.test('refuses a state that is unknown, used, expired, or of another browser', async t => {
  const { app, advance } = await start(t)
  const { url, cookie } = await begin(app)
  const other = await begin(app)
  const back = await signInAtProvider(url, 'ada')
  const refuse = async (target: string, sent?: { name: string; value: string }) => {
    const { response } = await comeBack(app, target, sent)
    t.match(response.json(), { statusCode: 400, code: 'INVALID_STATE', field: 'state' })
  }
  await refuse(back)
  await refuse(back, other.cookie)
  await refuse(back, { ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` })
  await refuse(back.replace(/state=[^&]+/, 'state=unknown'), cookie)
  t.equal((await comeBack(app, back, cookie)).response.statusCode, 303)
  await refuse(back, cookie)
  const late = await signInAtProvider(other.url, 'ada')
  advance(10 * minutes)
  await refuse(late, other.cookie)
})

t.test('exchanges a code within a minute, with the verifier of the app only', async t => {
  const { app, advance } = await start(t)
  const stolen = await signIn(app, 'ada')
  assertError(t, await exchange(app, stolen, 'b'.repeat(43)), 400, 'INVALID_TOKEN')
  assertError(t, await exchange(app, stolen), 400, 'INVALID_TOKEN', 'one attempt only')
  const code = await signIn(app, 'ada')
  const responses = await Promise.all([1, 2, 3].map(() => exchange(app, code)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 400, 400])
  const late = await signIn(app, 'ada')
  advance(1 * minutes)
  assertError(t, await exchange(app, late), 400, 'INVALID_TOKEN')
})

t.test('validates the start', async t => {
  const { app } = await start(t)
  for (const query of [
    { redirectUri: 'https://evil.example' },
    { redirectUri: `${redirectUri}/` },
    { redirectUri: `${redirectUri}?a=b` },
    { codeChallenge: 'short' },
    { state: 'a'.repeat(1025) },
    { state: '中' },
    { state: '\u0000' },
  ] as Record<string, string>[])
    assertError(t, await app.inject(startUrl(query)), 400, 'VALIDATION_ERROR', JSON.stringify(query))
  assertError(t, await app.inject(startUrl().replace('/test/', '/other/')), 404, 'NOT_FOUND')
  const longest = await begin(app, { state: '"'.repeat(1024) })
  t.ok(String(longest.response.headers['set-cookie']).length < 4096, 'browsers store the cookie')
  const native = await begin(app, { redirectUri: 'com.example.fitness:/signed-in' })
  const { target } = await comeBack(app, await signInAtProvider(native.url, 'ada'), native.cookie)
  t.match(target!.href, /^com\.example\.fitness:\/signed-in\?/)
})

t.test('revokes the access at the provider after unlinking, and tries again while it is away', async t => {
  const revoked: string[] = []
  const { app, provider, advance } = await start(t, { issueRefreshToken: () => true })
  provider.on('refresh_token.destroyed', ({ jti }: { jti: string }) => revoked.push(jti))
  const user = await signUp(app)
  const input = { code: await signIn(app, 'ada'), codeVerifier }
  const { data } = await queryGraphQL<{ linkIdentity: { identity: { id: string } } }>(
    app,
    'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }',
    { input },
    user,
  )
  let isAway = true
  provider.use(async (context, next) => {
    if (isAway && context.path === '/token/revocation') throw new errors.TemporarilyUnavailable()
    await next()
  })
  const unlink = 'mutation($id: ID!) { unlinkIdentity(input: { id: $id }) { identity { id } } }'
  await queryGraphQL(app, unlink, { id: data!.linkIdentity.identity.id }, user)
  const job = app.features.modules
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'revoke provider access')!
  await job.run(new AbortController().signal)
  t.same(revoked, [])
  isAway = false
  advance(5 * minutes)
  await job.run(new AbortController().signal)
  t.equal(revoked.length, 1)
  await job.run(new AbortController().signal)
  t.equal(revoked.length, 1)
})
