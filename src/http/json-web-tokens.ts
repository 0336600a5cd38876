import jwt, { type FastifyJWTOptions, type JWT } from '@fastify/jwt'
import fp from 'fastify-plugin'
import type { TokenKeys } from '../platform/keys/keys.js'
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

/** How many verified tokens are remembered, so that their signature is not checked again. */
const rememberedTokens = 5000

/** `app.jwt.access` and `app.jwt.refresh`: RS256, told apart by the header `typ`. */
export const jsonWebTokens = fp<Options>(async (app, options) => {
  const { keys, issuer, audience, accessTokenLifetime, refreshTokenLifetime } = options
  const kind = (
    namespace: keyof Pick<JWT, 'access' | 'refresh'>,
    typ: string,
    lifetime: number,
    requiredClaims: string[],
  ): FastifyJWTOptions => ({
    namespace,
    secret: { private: keys.privateKey, public: publicKey as never },
    sign: {
      algorithm: 'RS256',
      kid: keys.kid,
      header: { alg: 'RS256', typ },
      iss: issuer,
      aud: audience,
      expiresIn: lifetime / seconds,
    },
    verify: {
      algorithms: ['RS256'],
      checkTyp: typ,
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims,
      // The service has a clock of its own: whoever verifies a token also looks at its times.
      ignoreExpiration: true,
      cache: rememberedTokens,
    },
  })
  // Synchronous where fast-jwt allows a promise, too: it finds the key of the token's kid.
  async function publicKey({ header }: { header: { kid?: string } }): Promise<string> {
    const key = keys.publicKeys.get(header.kid ?? '')
    if (key === undefined) throw new Error('unknown kid')
    return key
  }

  const claims = ['id', 'iat', 'exp', 'iss', 'aud']
  await app.register(jwt, kind('access', 'at+jwt', accessTokenLifetime, claims))
  await app.register(jwt, kind('refresh', 'rt+jwt', refreshTokenLifetime, [...claims, 'jti']))
})
