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

/** The `typ` header, which distinguishes access tokens from refresh tokens. */
const tokenTypes = { access: 'at+jwt', refresh: 'rt+jwt' } as const

/** The number of verified tokens whose signature is not checked again. */
const verifiedTokenCacheSize = 5000

/** Decorates the app with `tokens`, which signs and verifies JSON Web Tokens with RS256. */
export const jsonWebTokens = fp<Options>(async (app, options) => {
  const { keys, issuer, audience, accessTokenLifetime, refreshTokenLifetime } = options
  const jwtOptions = (namespace: keyof typeof tokenTypes, requiredClaims: string[]): FastifyJWTOptions => ({
    namespace,
    secret: { public: publicKey as never },
    verify: {
      algorithms: ['RS256'],
      checkTyp: tokenTypes[namespace],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims,
      // Returns the header in addition to the payload.
      complete: true,
      // Callers check the expiration against the clock of the service.
      ignoreExpiration: true,
      cache: verifiedTokenCacheSize,
    },
  })
  // Finds the public key by the `kid` of the token.
  async function publicKey({ header }: { header: { kid?: string } }): Promise<string> {
    const key = keys.publicKeys.get(header.kid ?? '')
    if (key === undefined) throw new Error('unknown kid')
    return key
  }

  const claims = ['id', 'iat', 'exp', 'iss', 'aud']
  await app.register(jwt, jwtOptions('access', claims))
  await app.register(jwt, jwtOptions('refresh', [...claims, 'jti']))

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
 * Signs in the thread pool. The plugin would sign in the event loop and parse the key each time, which blocks all other
 * requests for four milliseconds per login.
 */
async function signToken(header: object, claims: object, key: KeyObject): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part(header)}.${part(claims)}`
  const signature = await signAsync('RSA-SHA256', Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

/** Rejects two cases that the library accepts: ambiguous base64url encodings and critical extensions. */
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

/** The last character of a part can contain bits that decoders ignore. */
const isCanonicalBase64url = (token: string): boolean =>
  token.split('.').every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
