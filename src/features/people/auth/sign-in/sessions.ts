import { AppError, notFound, unauthenticated } from '../../../../errors.js'
import { seconds } from '../../../../lib/quantities.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditAction, AuditEvent } from '../../audit/models.js'
import type { AuditService } from '../../audit/service.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { Session } from './models.js'
import type { PendingSignInStore } from './pending-sign-in-store.js'
import { accountDisabled } from './service.js'
import type { SessionCache } from './session-cache.js'
import type { SessionStore } from './session-store.js'
import type { TokenService } from './tokens.js'

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  audit: Pick<AuditService, 'record'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  store: SessionStore
  cache: SessionCache
  tokens: TokenService
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  pendingSignIns: Pick<PendingSignInStore, 'deleteAll'>
  /** In milliseconds. */
  accessTokenLifetime: number
  clock: () => Date
}

/** The account and the client that perform an action. */
export type Actor = Pick<AuditEvent, 'actor' | 'client'>

const maxListedSessions = 100

/** Refreshes and ends sessions, and verifies their tokens. */
export function sessionService(dependencies: Dependencies) {
  const { account, audit, database, store, cache, tokens, mailTokens, pendingSignIns } = dependencies
  const { accessTokenLifetime, clock } = dependencies
  const refreshListeners: ((owner: Account) => Promise<void>)[] = []
  const otherAccess: ((userId: string) => Promise<void>)[] = []

  const record = (action: AuditAction, subject: string, actor: Actor): Promise<void> =>
    audit.record({ ...actor, subject, action })

  /** Runs work in a transaction that ends every session of the account, and all other access to it. */
  const endingAll = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    database.transaction(userId, async () => {
      const ended = cache.cachedSessionIds(userId)
      const result = await work()
      await store.deleteAll(userId)
      await pendingSignIns.deleteAll(userId)
      for (const end of otherAccess) await end(userId)
      database.afterCommit(() => cache.publishEnded(userId, ended))
      return result
    })

  return {
    endingAll,

    /** Ends every session of the account, without an entry in the audit log. */
    endAll: (userId: string): Promise<void> => endingAll(userId, () => Promise.resolve()),

    /** Adds access that ends together with all sessions of a user, such as that of personal access tokens. */
    addOtherAccess: (end: (userId: string) => Promise<void>): void => void otherAccess.push(end),

    /** Calls the listener at each refresh, before the new token is issued. */
    onRefresh: (listener: (owner: Account) => Promise<void>): void => void refreshListeners.push(listener),

    /** @throws AppError INVALID_REFRESH_TOKEN, ACCOUNT_DISABLED */
    async refresh(refreshToken: string): Promise<string> {
      const claims = await tokens.verifyRefresh(refreshToken)
      const credentials = claims && (await account.findById(claims.id))
      if (!credentials) throw invalidRefreshToken()
      const owner = credentials.account
      if (!owner.enabled) throw accountDisabled()
      const now = clock()
      const expiresAt = new Date(now.getTime() + accessTokenLifetime)
      const sessionId = await store.touch(claims.jti, claims.id, now, expiresAt)
      if (sessionId === null) throw invalidRefreshToken()
      for (const listener of refreshListeners) await listener(owner)
      return tokens.signAccess(owner, sessionId, now)
    },

    /** Finds the owner of a valid refresh token, or null. */
    async findTokenOwner(refreshToken: string): Promise<string | null> {
      const claims = await tokens.verifyRefresh(refreshToken)
      return claims && (await store.isActive(claims.jti, claims.id, clock())) ? claims.id : null
    },

    /**
     * Returns the viewer of an access token.
     * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED
     */
    async authenticate(accessToken: string): Promise<Viewer> {
      const { id, email, role, sessionId, exp } = await tokens.verifyAccess(accessToken)
      const state = await cache.state(id, sessionId)
      if (!state) throw unauthenticated('The access token has been revoked. Sign in again.')
      // The role in the token may be outdated.
      const isAdmin = role === 'ADMIN' && (await account.findById(id))?.account.role === 'ADMIN'
      return {
        id,
        email,
        role: isAdmin ? 'ADMIN' : 'USER',
        sessionId,
        tokenExpiresAt: new Date(exp * seconds),
        scopes: null,
        ...state,
      }
    },

    /** Ends the session of a refresh token. An invalid token has no effect. */
    async logout(refreshToken: string, client: Client | null = null): Promise<void> {
      const claims = await tokens.verifyRefresh(refreshToken)
      if (!claims) return
      const { id } = claims
      await database.transaction(id, async () => {
        const ended = await store.deleteByJti(claims.jti, id)
        if (!ended) return
        await record('LOGGED_OUT', id, { actor: id, client })
        database.afterCommit(() => cache.publishEnded(id, [ended]))
      })
    },

    /**
     * Ends every session of the account: at once on this instance, within 30 seconds on others. Unconfirmed e-mail
     * changes are canceled, because another person may have requested them from one of these sessions.
     */
    signOutEverywhere: (userId: string, actor: Actor = { actor: userId, client: null }): Promise<void> =>
      endingAll(userId, async () => {
        await mailTokens.deleteAll(userId, 'change-email')
        await record('SESSIONS_REVOKED', userId, actor)
      }),

    /** The last used first. */
    list: (userId: string): Promise<Session[]> => store.list(userId, clock(), maxListedSessions),

    find: (userId: string, id: string): Promise<Session | null> => store.find(id, userId),

    /** Ends one session with its tokens, WebSockets and event streams. @throws AppError NOT_FOUND */
    async revoke(userId: string, id: string, actor: Actor): Promise<void> {
      const isRevoked = await transactionOnce(database, userId, async () => {
        if (!(await store.deleteById(id, userId))) return null
        await record('SESSION_REVOKED', userId, actor)
        database.afterCommit(() => cache.publishEnded(userId, [id]))
        return true
      })
      if (!isRevoked) throw notFound('session')
    },

    /** Makes every instance read the state of the account again. */
    publishAccountState: (userId: string): void => database.afterCommit(() => cache.publishEnded(userId, [])),

    /** Calls the listener when tokens of the account may have been revoked. @returns a function that stops it */
    onTokensRevoked: cache.onEnd,
  }
}

export type SessionService = ReturnType<typeof sessionService>

const invalidRefreshToken = () =>
  new AppError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Sign in again.')
