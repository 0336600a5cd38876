import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError, unauthenticated } from '../../../errors.js'
import { seconds } from '../../../lib/quantities.js'
import type { JsonWebTokens, TokenHeader } from '../../../platform/keys/token-keys.js'
import type { Role } from '../../../viewer.js'
import type { Account } from '../account/models.js'

export interface AccessClaims {
  id: string
  email: string
  role: Role
  iat: number
  exp: number
  /** The session it was issued in. Not a claim: the token's header says it. */
  sessionId: string
}

export interface RefreshClaims {
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

/** How many good access tokens are remembered: what is signed by us is short, about a kilobyte with its claims. */
const cachedTokens = 5000

/** How far ahead of this clock another instance's may run, in seconds. */
const clockSkew = 30

export function tokenService({ access, refresh, clock }: Dependencies) {
  const now = () => clock().getTime() / seconds

  /** A token that was good once: its expiry is the caller's to judge. @throws an Error */
  async function verified<Claims>(tokens: JsonWebTokens, token: string): Promise<VerifiedToken<Claims>> {
    const { header, claims } = await tokens.verify(token)
    const { id, iat, exp, jti = '' } = claims as Record<string, unknown>
    if (!isId(id)) throw new Error('no id')
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof jti !== 'string')
      throw new Error('a claim of another type')
    if (iat > now() + clockSkew) throw new Error('issued in the future')
    return { header, claims: claims as Claims }
  }

  async function accessClaims(token: string): Promise<AccessClaims> {
    const { header, claims } = await verified<Omit<AccessClaims, 'sessionId'>>(access, token)
    if (!isId(header.sid)) throw new Error('no session')
    return { ...claims, sessionId: header.sid }
  }

  // Keys stay as they are while the process lives: what was signed by us once, is. Only the clock goes on.
  const known = new LRUCache<string, AccessClaims>({ max: cachedTokens })

  async function remember(token: string): Promise<AccessClaims | null> {
    const claims = await accessClaims(token).catch(() => null)
    if (claims) known.set(token, claims)
    return claims
  }

  return {
    signAccess: (
      { id, email, role }: Pick<Account, 'id' | 'email' | 'role'>,
      sessionId: string,
      issuedAt: Date,
    ): Promise<string> => access.sign({ id, email, role, iat: inSeconds(issuedAt) }, { sid: sessionId }),

    signRefresh: (userId: string, jti: string, issuedAt: Date): Promise<string> =>
      refresh.sign({ id: userId, jti, iat: inSeconds(issuedAt) }),

    newJti: (): string => randomUUID(),

    /** @throws AppError UNAUTHENTICATED or TOKEN_EXPIRED */
    async verifyAccess(token: string): Promise<AccessClaims> {
      const claims = known.get(token) ?? (await remember(token))
      if (!claims) throw unauthenticated('The access token is not valid.')
      if (claims.exp <= now()) throw new AppError('TOKEN_EXPIRED', 'The access token has expired.')
      return claims
    },

    /** The claims of a refresh token, or null if it is forged, garbled or expired. */
    async verifyRefresh(token: string): Promise<RefreshClaims | null> {
      const known = await verified<RefreshClaims>(refresh, token).catch(() => null)
      return known && known.claims.exp > now() ? known.claims : null
    },
  }
}

export type TokenService = ReturnType<typeof tokenService>

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
const inSeconds = (time: Date) => Math.floor(time.getTime() / seconds)
