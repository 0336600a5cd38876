import { createHash, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import t, { type Test } from 'tap'
import { minutes } from '../../../../../src/lib/quantities.js'
import { build, queryGraphQL, temporaryPath } from '../../../../helper.js'
import { assertError, manualClock, post, unlimitedLogins } from '../requests.js'
import { clientId, nonce, startIssuer } from './issuer.js'

/** Starts a service for which an issuer of the test stands in for Apple. */
async function start(t: Test) {
  // The package that requests tokens compares their times with the clock of the machine.
  const hand = manualClock()
  const issuer = await startIssuer(t, hand.clock)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const path = temporaryPath()
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const settings = {
    ...unlimitedLogins,
    OIDC_PROVIDERS: 'APPLE',
    OIDC_APPLE_ISSUER: issuer.issuer,
    OIDC_APPLE_CLIENT_ID: clientId,
    OIDC_APPLE_TEAM_ID: 'ABCDE12345',
    OIDC_APPLE_KEY_ID: 'KEY1234567',
    OIDC_APPLE_PRIVATE_KEY_PATH: path,
  }
  const app = await build(t, { settings, clock: hand.clock })
  const runRevocations = () =>
    app.features.modules
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'revoke provider access')!
      .run(new AbortController().signal)

  /** Verifies the secret that the service has signed for a request to the issuer. */
  const verifySecret = async (secret: string) => {
    const options = {
      issuer: 'ABCDE12345',
      subject: clientId,
      audience: issuer.issuer,
      currentDate: hand.clock(),
    }
    await jwtVerify(secret, publicKey, options)
    return decodeProtectedHeader(secret)
  }
  return { app, issuer, runRevocations, verifySecret, ...hand }
}

const userOf = (accessToken: string) => ({ headers: { authorization: `Bearer ${accessToken}` } })

t.test('signs in in a browser with a posted response, and takes the name that comes once', async t => {
  const { app, issuer, verifySecret } = await start(t)
  const codeVerifier = 'a-verifier-of-at-least-forty-three-characters'
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const redirectUri = 'http://fitness.test/app/sign-in'
  const query = new URLSearchParams({ redirectUri, codeChallenge }).toString()
  const begun = await app.inject(`/auth/oidc/apple/start?${query}`)
  const url = new URL(begun.headers.location!)
  t.match(Object.fromEntries(url.searchParams), { response_mode: 'form_post', scope: 'openid name email' })
  const [cookie] = begun.cookies
  issuer.state.claimsOfCode = {
    nonce: url.searchParams.get('nonce'),
    email: 'ada@example.com',
    email_verified: 'true',
  }
  const form = new URLSearchParams({
    state: url.searchParams.get('state')!,
    code: 'code-of-apple',
    user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'ada@example.com' }),
  })
  const returned = await app.inject({
    method: 'POST',
    url: '/auth/oidc/apple/callback',
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    cookies: { [cookie!.name]: cookie!.value },
  })
  t.equal(returned.statusCode, 303)
  const code = new URL(returned.headers.location!).searchParams.get('code')!
  const signedIn = (await post(app, 'oidc/exchange', { code, codeVerifier })).json<{ accessToken: string }>()
  const { data } = await queryGraphQL(
    app,
    '{ me { firstName lastName email } }',
    {},
    userOf(signedIn.accessToken),
  )
  t.same(data, { me: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' } })
  const [exchange] = issuer.state.posted
  t.match(exchange, { path: '/token', form: { code: 'code-of-apple', client_id: clientId } })
  t.match(await verifySecret(exchange!.form['client_secret']!), { alg: 'ES256', kid: 'KEY1234567' })
})

t.test('refuses a posted response with very many parameters', async t => {
  const { app } = await start(t)
  const parameters = Array.from({ length: 20_000 }, (_, index) => `p${index}`)
  const response = await app.inject({
    method: 'POST',
    url: '/auth/oidc/apple/callback',
    payload: parameters.join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assertError(t, response, 413, 'PAYLOAD_TOO_LARGE')
})

t.test('revokes the access of a native app when the account is deleted', async t => {
  const { app, issuer, runRevocations, verifySecret, advance } = await start(t)
  const body = {
    idToken: await issuer.sign({ email: 'relay@privaterelay.appleid.com', is_private_email: 'true' }),
    nonce,
    name: { firstName: 'Ada' },
    authorizationCode: 'native-code',
  }
  const { accessToken } = (await post(app, 'oidc/apple', body)).json<{ accessToken: string }>()
  t.match(issuer.state.posted, [{ path: '/token', form: { code: 'native-code', client_id: clientId } }])
  const user = userOf(accessToken)
  const { data } = await queryGraphQL(app, '{ identities { isPrivateRelay } }', {}, user)
  t.same(data, { identities: [{ isPrivateRelay: true }] })
  const deletion = 'mutation { deleteAccount(input: { immediately: true }) { user { id } } }'
  t.equal((await queryGraphQL(app, deletion, {}, user)).errors, undefined)
  await app.features.services.deletion.runDeletions()
  advance(1 * minutes)
  await runRevocations()
  const [, revocation, ...more] = issuer.state.posted
  t.match(revocation, { path: '/revoke', form: { token: 'refresh-1', token_type_hint: 'refresh_token' } })
  t.same(more, [])
  await verifySecret(revocation!.form['client_secret']!)
})

t.test('signs in without the code of a native app if the provider refuses it', async t => {
  const { app, issuer } = await start(t)
  issuer.state.claimsOfCode = { iss: 'https://evil.example' }
  const body = { idToken: await issuer.sign(), nonce, authorizationCode: 'refused' }
  t.equal((await post(app, 'oidc/apple', body)).statusCode, 200)
})
