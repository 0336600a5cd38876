import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import type { Test } from 'tap'
import { seconds } from '../../../../../src/lib/quantities.js'

export const clientId = 'com.example.fitness'
export const otherClientId = 'com.example.fitness.web'
export const nonce = 'a-nonce-of-at-least-16-characters'

/** The settings of a service that accepts tokens of the issuer, whose name is TEST. */
const issuerSettings = (issuer: string) => ({
  OIDC_PROVIDERS: 'TEST',
  OIDC_TEST_ISSUER: issuer,
  OIDC_TEST_CLIENT_ID: clientId,
  OIDC_TEST_AUDIENCES: otherClientId,
})

interface SigningKey {
  privateKey: CryptoKey
  jwk: JWK
  alg: string
  kid: string
}

let keyCount = 0

export async function newKey(alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const kid = `key-${++keyCount}`
  return { privateKey, alg, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

type Respond = (response: ServerResponse) => void

/**
 * An issuer of ID tokens whose keys and responses the test controls.
 * @param path the end of its name, such as `/`
 */
export async function startIssuer(t: Pick<Test, 'teardown'>, clock: () => Date, path = '') {
  const first = await newKey()
  const state = {
    keys: [first],
    /** The number of requests for the keys. */
    keyRequests: 0,
    /** Replaces the responses for the keys. */
    respond: null as Respond | null,
    /** The forms that were posted, with their paths. */
    posted: [] as { path: string; form: Record<string, string> }[],
    /** The claims of the ID token for a code. */
    claimsOfCode: {} as Record<string, unknown>,
  }
  const sendJson = (response: ServerResponse, body: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  /** Exchanges any code, and accepts any revocation. */
  async function answerForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    state.posted.push({ path, form: Object.fromEntries(new URLSearchParams(await text(request))) })
    const tokens = {
      ...{ access_token: 'any', token_type: 'Bearer', refresh_token: `refresh-${state.posted.length}` },
      id_token: await sign(state.claimsOfCode),
    }
    if (path === '/token') sendJson(response, tokens)
    else response.end()
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') return void answerForm(request, response)
    if (request.url !== '/keys')
      return void sendJson(response, {
        issuer,
        jwks_uri: `${origin}/keys`,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        revocation_endpoint: `${origin}/revoke`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        id_token_signing_alg_values_supported: ['ES256'],
      })
    state.keyRequests++
    if (state.respond) state.respond(response)
    else sendJson(response, { keys: state.keys.map(({ jwk }) => jwk) })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}${path}`
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Signs a valid token, except for the given claims and header. A claim of undefined is left out. */
  function sign(claims: Record<string, unknown> = {}, key: SigningKey = state.keys[0]!, header: object = {}) {
    const now = Math.floor(clock().getTime() / seconds)
    const valid = { iss: issuer, aud: clientId, sub: 'subject-1', iat: now, exp: now + 300, nonce }
    return new SignJWT({ ...valid, jti: `${++keyCount}`, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey)
  }

  return { issuer, state, settings: issuerSettings(issuer), sign }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>
