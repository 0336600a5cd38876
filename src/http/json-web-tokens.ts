import { sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import jwt, { type FastifyJWTOptions, type JWT } from '@fastify/jwt'
import fp from 'fastify-plugin'
import type { JsonWebTokens, TokenHeader, TokenKeys } from '../platform/keys/token-keys.js'
import { seconds } from '../lib/quantities.js'

interface Options {
  keys: TokenKeys
  issuer: string
  audience: string
  /** In milliseconds. */
  accessTokenLifetime: number
  /** In milliseconds. */
  refreshTokenLifetime: number
}

declare module '@fastify/jwt' {
  interface JWT {
    access: JWT
    refresh: JWT
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    tokens: { access: JsonWebTokens; refresh: JsonWebTokens }
  }
}

/** What tells the two kinds of tokens apart. */
const tokenTypes = { access: 'at+jwt', refresh: 'rt+jwt' } as const

/** How many verified tokens are remembered, so that their signature is not checked again. */
const verifiedTokenCacheSize = 5000

/** `app.tokens`: RS256. */
export const jsonWebTokens = fp<Options>(async (app, options) => {
  const { keys, issuer, audience, accessTokenLifetime, refreshTokenLifetime } = options
  const kind = (namespace: keyof typeof tokenTypes, requiredClaims: string[]): FastifyJWTOptions => ({
    namespace,
    secret: { public: publicKey as never },
    verify: {
      algorithms: ['RS256'],
      checkTyp: tokenTypes[namespace],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims,
      // The header is wanted, too.
      complete: true,
      // The service has a clock of its own: whoever verifies a token also looks at its times.
      ignoreExpiration: true,
      cache: verifiedTokenCacheSize,
    },
  })
  // Synchronous where fast-jwt allows a promise, too: it finds the key of the token's kid.
  async function publicKey({ header }: { header: { kid?: string } }): Promise<string> {
    const key = keys.publicKeys.get(header.kid ?? '')
    if (key === undefined) throw new Error('unknown kid')
    return key
  }

  const claims = ['id', 'iat', 'exp', 'iss', 'aud']
  await app.register(jwt, kind('access', claims))
  await app.register(jwt, kind('refresh', [...claims, 'jti']))

  const tokens = (namespace: keyof typeof tokenTypes, lifetime: number): JsonWebTokens => ({
    sign(claims, header = {}) {
      const all = { ...claims, exp: claims.iat + lifetime / seconds, iss: issuer, aud: audience }
      return signToken(
        { alg: 'RS256', typ: tokenTypes[namespace], kid: keys.kid, ...header },
        all,
        keys.privateKey,
      )
    },
    verify: token => verifyToken(app.jwt[namespace], token),
  })
  app.decorate('tokens', {
    access: tokens('access', accessTokenLifetime),
    refresh: tokens('refresh', refreshTokenLifetime),
  })
})

const signAsync = promisify(sign)

/**
 * In a thread of the pool. The plugin would do it in the event loop, and read the key anew for each header: each login
 * would hold everybody else up for four milliseconds.
 */
async function signToken(header: object, claims: object, key: KeyObject): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part(header)}.${part(claims)}`
  const signature = await signAsync('RSA-SHA256', Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

/** The library is lenient where one token could be written in two ways or asks for what nobody here understands. */
async function verifyToken(tokens: JWT, token: string): Promise<{ header: TokenHeader; claims: object }> {
  if (!isCanonicalBase64url(token)) throw new Error('not canonical base64url')
  const { header, payload } = await tokens.verify<Promise<DecodedToken>>(token)
  if ('crit' in header) throw new Error('a critical extension')
  return { header, claims: payload }
}

interface DecodedToken {
  header: TokenHeader
  payload: object
}

/** The last character of a part may have bits that decoding ignores. */
const isCanonicalBase64url = (token: string): boolean =>
  token.split('.').every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
