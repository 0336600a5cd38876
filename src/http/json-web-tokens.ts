import jwt, { type FastifyJWTOptions } from '@fastify/jwt'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { toPem, type JsonWebTokens, type TokenHeader, type TokenKeys } from '../platform/keys/token-keys.js'
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

/** The `typ` header, which distinguishes access tokens from refresh tokens. */
const tokenTypes = { access: 'at+jwt', refresh: 'rt+jwt' } as const

type TokenType = keyof typeof tokenTypes

/** The number of valid tokens of each type that are not verified again. */
const verifiedTokenCacheSize = 5000

/** Decorates the app with `tokens`, which signs and verifies JSON Web Tokens with RS256. */
export const jsonWebTokens = fp<Options>(async (app, options) => {
  const { keys, issuer, audience, accessTokenLifetime, refreshTokenLifetime } = options

  // Finds the public key by the `kid` of the token.
  async function publicKey({ header }: { header: { kid?: string } }): Promise<string> {
    const key = keys.publicKeys.get(header.kid ?? '')
    if (key === undefined) throw new Error('unknown kid')
    return key
  }

  const jwtOptions = (type: TokenType, lifetime: number, requiredClaims: string[]): FastifyJWTOptions => ({
    namespace: type,
    secret: { private: toPem(keys.privateKey), public: publicKey as never },
    sign: {
      algorithm: 'RS256',
      iss: issuer,
      aud: audience,
      expiresIn: lifetime / seconds,
      kid: keys.kid,
      header: { alg: 'RS256', typ: tokenTypes[type] },
    },
    verify: {
      algorithms: ['RS256'],
      checkTyp: tokenTypes[type],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims,
      // Returns the header in addition to the payload.
      complete: true,
      // Callers check the expiration against the clock of the service.
      ignoreExpiration: true,
    },
  })
  const claims = ['id', 'iat', 'exp', 'iss', 'aud']
  await app.register(jwt, jwtOptions('access', accessTokenLifetime, claims))
  await app.register(jwt, jwtOptions('refresh', refreshTokenLifetime, [...claims, 'jti']))

  async function verify(type: TokenType, token: string): Promise<VerifiedToken> {
    assertCanonicalBase64url(token)
    const { header, payload } = await app.jwt[type].verify<Promise<DecodedToken>>(token)
    // The library accepts an empty list of critical extensions.
    if ('crit' in header) throw new Error('a critical extension')
    return { header, claims: payload }
  }

  function tokensOf(type: TokenType): JsonWebTokens {
    // A verified token stays valid until it expires, which callers check. The cache of the library hashes
    // each token: without it, requests take 0.92 times the processor time (test/bench/rivals.js).
    const verified = new LRUCache<string, VerifiedToken>({ max: verifiedTokenCacheSize })
    return {
      sign: (claims, header) =>
        app.jwt[type].sign(claims, header && { header: { alg: 'RS256', typ: tokenTypes[type], ...header } }),
      async verify(token) {
        const known = verified.get(token)
        if (known) return known
        const valid = await verify(type, token)
        verified.set(token, valid)
        return valid
      },
    }
  }
  app.decorate('tokens', { access: tokensOf('access'), refresh: tokensOf('refresh') })
})

interface VerifiedToken {
  header: TokenHeader
  claims: object
}

interface DecodedToken {
  header: TokenHeader
  payload: object
}

/** Rejects tokens whose last characters contain bits that decoders ignore. The library accepts them. */
function assertCanonicalBase64url(token: string): void {
  for (const part of token.split('.'))
    if (Buffer.from(part, 'base64url').toString('base64url') !== part)
      throw new Error('not canonical base64url')
}
