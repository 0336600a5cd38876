import { randomUUID } from 'node:crypto'
import { AppError, unauthenticated } from '../../errors.js'
import { seconds } from '../../lib/quantities.js'
import type { JsonWebTokens } from '../../platform/keys/keys.js'
import type { Role } from '../../viewer.js'
import type { Account } from '../account/models.js'

export interface AccessClaims {
  id: string
  email: string
  role: Role
  iat: number
  exp: number
}

export interface RefreshClaims {
  id: string
  jti: string
  iat: number
  exp: number
}

interface Dependencies {
  access: JsonWebTokens
  refresh: JsonWebTokens
  clock: () => Date
}

/** How far ahead of this clock another instance's may run, in seconds. */
const clockSkew = 30

export function tokenService({ access, refresh, clock }: Dependencies) {
  const now = () => clock().getTime() / seconds

  /** The claims of a token that was good once: its expiry is the caller's to judge. */
  async function verified<Claims extends object>(tokens: JsonWebTokens, token: string): Promise<Claims> {
    const claims = (await tokens.verify(token)) as Record<string, unknown>
    const { id, iat, exp, jti = '' } = claims
    if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) throw new Error('no id')
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof jti !== 'string')
      throw new Error('a claim of another type')
    if (iat > now() + clockSkew) throw new Error('issued in the future')
    return claims as Claims
  }

  return {
    /** @param issuedAt Unix time in seconds */
    access: ({ id, email, role }: Pick<Account, 'id' | 'email' | 'role'>, issuedAt: number): string =>
      access.sign({ id, email, role, iat: issuedAt }),

    /** @param issuedAt Unix time in seconds */
    refresh: (userId: string, jti: string, issuedAt: number): string =>
      refresh.sign({ id: userId, jti, iat: issuedAt }),

    newJti: (): string => randomUUID(),

    /** @throws AppError UNAUTHENTICATED or TOKEN_EXPIRED */
    async verifyAccess(token: string): Promise<AccessClaims> {
      const claims = await verified<AccessClaims>(access, token).catch(() => null)
      if (!claims) throw unauthenticated('The access token is not valid.')
      if (claims.exp <= now()) throw new AppError('TOKEN_EXPIRED', 'The access token has expired.')
      return claims
    },

    /** The claims of a refresh token, or null if it is forged, garbled or expired. */
    async verifyRefresh(token: string): Promise<RefreshClaims | null> {
      const claims = await verified<RefreshClaims>(refresh, token).catch(() => null)
      return claims && claims.exp > now() ? claims : null
    },
  }
}

export type TokenService = ReturnType<typeof tokenService>
