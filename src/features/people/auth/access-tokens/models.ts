import type { TokenScope } from '../../../../lib/token-scopes.js'

/** A token with which a program acts for a user, within its scopes. */
export interface PersonalAccessToken {
  id: string
  userId: string
  name: string
  scopes: TokenScope[]
  createdAt: Date
  expiresAt: Date
  /** Accurate to a minute; null if the token was never used. */
  lastUsedAt: Date | null
}
