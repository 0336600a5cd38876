import { randomUUID } from 'node:crypto'
import { AppError, unauthenticated } from '../../../../errors.js'
import { seconds } from '../../../../lib/quantities.js'
import type { JsonWebTokens, TokenHeader } from '../../../../platform/keys/token-keys.js'
import type { Role } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'

interface AccessClaims {
  id: string
  email: string
  role: Role
  iat: number
  exp: number
  /** The session of the token. It comes from the token's header, not from the claims. */
  sessionId: string
}

interface RefreshClaims {
  id: string
  jti: string
  iat: number
  exp: number
}

interface VerifiedToken<Claims> {
  header: TokenHeader
  claims: Claims
}

interface Dependencies {
  access: JsonWebTokens
  refresh: JsonWebTokens
  clock: () => Date
}

/** The accepted clock difference between instances, in seconds. */
const clockSkew = 30

export function tokenService({ access, refresh, clock }: Dependencies) {
  const now = () => clock().getTime() / seconds

  /** Verifies a token without checking its expiry. @throws Error for an invalid token */
  async function verify<Claims>(tokens: JsonWebTokens, token: string): Promise<VerifiedToken<Claims>> {
    const { header, claims } = await tokens.verify(token)
    const { id, iat, exp, jti = '' } = claims as Record<string, unknown>
    if (!isId(id)) throw new Error('no id')
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof jti !== 'string')
      throw new Error('a claim has the wrong type')
    if (iat > now() + clockSkew) throw new Error('issued in the future')
    return { header, claims: claims as Claims }
  }

  async function accessClaims(token: string): Promise<AccessClaims> {
    const { header, claims } = await verify<Omit<AccessClaims, 'sessionId'>>(access, token)
    if (!isId(header.sid)) throw new Error('no session')
    const { id, email, role, iat, exp } = claims
    return { id, email, role, iat, exp, sessionId: header.sid }
  }

  return {
    signAccess: (
      { id, email, role }: Pick<Account, 'id' | 'email' | 'role'>,
      sessionId: string,
      issuedAt: Date,
    ): string => access.sign({ id, email, role, iat: toSeconds(issuedAt) }, { sid: sessionId }),

    signRefresh: (userId: string, jti: string, issuedAt: Date): string =>
      refresh.sign({ id: userId, jti, iat: toSeconds(issuedAt) }),

    newJti: (): string => randomUUID(),

    /** @throws AppError UNAUTHENTICATED or TOKEN_EXPIRED */
    async verifyAccess(token: string): Promise<AccessClaims> {
      const claims = await accessClaims(token).catch(() => null)
      if (!claims)
        throw unauthenticated(
          'The access token is not valid. Send the accessToken of a sign-in or of POST /auth/refresh.',
        )
      if (claims.exp <= now())
        throw new AppError(
          'TOKEN_EXPIRED',
          'The access token has expired. Get a new one from POST /auth/refresh.',
        )
      return claims
    },

    /** Returns the claims of a refresh token, or null if it is invalid or expired. */
    async verifyRefresh(token: string): Promise<RefreshClaims | null> {
      const verified = await verify<RefreshClaims>(refresh, token).catch(() => null)
      return verified && verified.claims.exp > now() ? verified.claims : null
    },
  }
}

export type TokenService = ReturnType<typeof tokenService>

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
const toSeconds = (time: Date) => Math.floor(time.getTime() / seconds)
