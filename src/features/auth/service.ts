import { AppError, unauthenticated } from '../../errors.js'
import { seconds } from '../../lib/quantities.js'
import type { UserService } from '../users/service.js'
import type { Account, User } from '../users/models.js'
import type { LoginThrottle } from './login-throttle.js'
import type { PasswordHasher } from './passwords.js'
import type { SessionStore } from './session-store.js'
import type { TokenService } from './tokens.js'
import type { Client, Viewer } from '../../viewer.js'

interface Dependencies {
  users: UserService
  sessions: SessionStore
  tokens: TokenService
  passwords: PasswordHasher
  throttle: LoginThrottle
  /** In milliseconds. */
  refreshTokenLifetime: number
  clock: () => Date
}

export interface Login {
  accessToken: string
  refreshToken: string
  user: User
}

export function authService(dependencies: Dependencies) {
  const { users, sessions, tokens, passwords, throttle, refreshTokenLifetime, clock } = dependencies

  /** Whose credentials these are; takes as long for an unknown address as for a known one. */
  async function owner(email: string, password: string): Promise<Account | null> {
    const account = await users.accountByEmail(email)
    const matches = await passwords.verify(password, account?.passwordHash)
    return matches ? account : null
  }

  /** Notes the login, renews an outdated hash, and issues both tokens; null if the account changed meanwhile. */
  async function openSession(account: Account, password: string, client: Client): Promise<Login | null> {
    // Read before the account: whatever is revoked from here on also revokes these tokens.
    const now = clock()
    const { passwordHash } = account
    const renewedHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash
    const signedIn = await users.recordLogin(account, renewedHash)
    if (!signedIn) return null

    const { user, tokensValidFrom } = signedIn
    // Tokens of the second in which everything was revoked are refused, so these begin with the next one.
    const issuedAt = Math.max(Math.floor(now.getTime() / seconds), account.tokensValidFrom)
    if (issuedAt < tokensValidFrom) return null
    const { token: refreshToken, jti } = tokens.refresh(user.id, issuedAt)
    const expiresAt = new Date(issuedAt * seconds + refreshTokenLifetime)
    await sessions.insert({ jti, userId: user.id, ...client, expiresAt }, now)
    return { accessToken: tokens.access(user, issuedAt), refreshToken, user }
  }

  /** The credentials are judged first: only who knew the password learns more about the account. */
  async function tryLogin(email: string, password: string, client: Client): Promise<Login | null> {
    const account = await throttle.attempt(email, client.address, () => owner(email, password))
    if (!account) throw wrongCredentials()
    if (!account.user.enabled) throw accountDisabled()
    if (!account.user.verified)
      throw new AppError(
        'ACCOUNT_NOT_VERIFIED',
        'Confirm your e-mail address first: see the mail we sent you.',
      )
    return openSession(account, password, client)
  }

  return {
    /** @throws AppError INVALID_CREDENTIALS, ACCOUNT_DISABLED, ACCOUNT_NOT_VERIFIED, TOO_MANY_REQUESTS */
    async login(email: string, password: string, client: Client): Promise<Login> {
      // Twice, since what changed may only be the hash, which another login renewed.
      const login = (await tryLogin(email, password, client)) ?? (await tryLogin(email, password, client))
      if (!login) throw wrongCredentials()
      return login
    },

    /** @throws AppError INVALID_REFRESH_TOKEN, ACCOUNT_DISABLED */
    async refresh(refreshToken: string): Promise<string> {
      const claims = await tokens.verifyRefresh(refreshToken)
      const account = claims && (await users.accountById(claims.id))
      if (!account) throw invalidRefreshToken()
      if (!account.user.enabled) throw accountDisabled()
      const now = clock()
      const live = claims.iat >= account.tokensValidFrom && (await sessions.touch(claims.jti, claims.id, now))
      if (!live) throw invalidRefreshToken()
      const issuedAt = Math.max(Math.floor(now.getTime() / seconds), account.tokensValidFrom)
      return tokens.access(account.user, issuedAt)
    },

    /** Ends one session. A token that is not good, or not any more, has none to end. */
    async logout(refreshToken: string): Promise<void> {
      const claims = await tokens.verifyRefresh(refreshToken)
      if (claims) await sessions.delete(claims.jti, claims.id)
    },

    /** Revokes every token of the account: access tokens within 30 seconds on other instances, at once on this one. */
    async signOutEverywhere(userId: string): Promise<void> {
      await users.revokeTokens(userId)
      await sessions.deleteAll(userId)
    },

    /** Sets a new password and signs out everywhere. False if the account is gone. */
    async changePassword(userId: string, passwordHash: string): Promise<boolean> {
      const changed = await users.setPassword(userId, passwordHash)
      await sessions.deleteAll(userId)
      return changed
    },

    /**
     * Disabling an account signs it out everywhere.
     * @throws AppError NOT_FOUND
     */
    async setEnabled(userId: string, enabled: boolean): Promise<User> {
      const user = await users.setEnabled(userId, enabled)
      if (!enabled) await sessions.deleteAll(userId)
      return user
    },

    /** Who an access token stands for. @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
    async authenticate(accessToken: string): Promise<Viewer> {
      const { id, email, role, iat } = await tokens.verifyAccess(accessToken)
      const state = await users.accountState(id)
      if (!state?.enabled || iat < state.tokensValidFrom)
        throw unauthenticated('The access token has been revoked. Sign in again.')
      return { id, email, role }
    },

    /** Calls the listener when tokens of the account may have been revoked; returns what ends that. */
    onTokensRevoked: users.onTokensRevoked,
  }
}

export type AuthService = ReturnType<typeof authService>

const wrongCredentials = () =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
const accountDisabled = () => new AppError('ACCOUNT_DISABLED', 'This account is disabled.')
const invalidRefreshToken = () =>
  new AppError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Sign in again.')
