import { AppError, forbidden, notFound, unauthenticated } from '../../../errors.js'
import type { BackgroundTasks } from '../../../lib/background-tasks.js'
import type { Counter } from '../../../platform/counters/counters.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { Database } from '../../../platform/database/database.js'
import type { Account, Credentials } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import type { AuditAction, AuditEvent } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import { assertEmail } from './email.js'
import { hashDeadline } from './hash-queue.js'
import type { SessionCache } from './session-cache.js'
import type { LoginThrottle } from './login-throttle.js'
import type { MailTokenStore } from './mail-token-store.js'
import type { PasswordHasher } from './password-hasher.js'
import type { Session } from './models.js'
import type { SessionStore } from './session-store.js'
import type { TokenService } from './tokens.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  database: Pick<Database, 'transaction' | 'afterCommit'>
  sessions: SessionStore
  sessionCache: SessionCache
  tokens: TokenService
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  passwords: PasswordHasher
  throttle: LoginThrottle
  /** Failed logins of one account that the audit log keeps. */
  recordedFailures: Counter
  background: BackgroundTasks
  /** Whether the mutation `login` is offered beside the route. */
  mutationEnabled: boolean
  /** In milliseconds. */
  accessTokenLifetime: number
  /** In milliseconds. */
  refreshTokenLifetime: number
  clock: () => Date
}

export interface Login {
  accessToken: string
  refreshToken: string
  account: Account
}

const listedSessions = 100

/** Who does something to an account, and from where. */
type Actor = Pick<AuditEvent, 'actor' | 'client'>

export function authService(dependencies: Dependencies) {
  const { account, audit, sessions, sessionCache, tokens, mailTokens, passwords, throttle, database, clock } =
    dependencies
  const { accessTokenLifetime, refreshTokenLifetime, mutationEnabled, recordedFailures, background } =
    dependencies

  const record = (action: AuditAction, subject: string, by: Actor): Promise<void> =>
    audit.record({ ...by, subject, action })

  /** Whose credentials these are; takes as long for an unknown address as for a known one. */
  async function owner(email: string, password: string, client: Client): Promise<Credentials | null> {
    const known = await account.findByEmail(email)
    const passwordHash = known?.passwordHash
    const deadline = hashDeadline()
    const judged = await throttle.attempt(
      { email, passwordHash, address: client.address, deadline },
      async () => ((await passwords.verify(password, passwordHash, deadline)) ? known : null),
    )
    if (known && !judged) recordLoginFailure(known.account.id, client)
    return judged
  }

  /** After the answer, whose time must not tell whether there is an account. */
  function recordLoginFailure(subject: string, client: Client): void {
    background.run({ purpose: 'an entry of a failed login' }, async () => {
      if ((await recordedFailures.consume(subject)).allowed)
        await audit.record({ actor: null, subject, action: 'LOGIN_FAILED', client })
    })
  }

  /** Its time has come, whether or not somebody has begun to delete it. */
  const isGone = ({ deletesAt }: Account) => deletesAt !== null && deletesAt <= clock()

  /** Notes the login, renews an outdated hash, and issues both tokens; null if the account changed meanwhile. */
  async function openSession(known: Credentials, password: string, client: Client): Promise<Login | null> {
    const renewedHash = await passwords.rehashIfOutdated(password, known.passwordHash)
    const { id } = known.account
    const jti = tokens.newJti()
    const sessionId = sessions.newId()
    const opened = await database.transaction(id, async () => {
      const now = clock()
      const current = await account.recordLogin(known, renewedHash)
      if (!current) return null
      const expiresAt = new Date(now.getTime() + Math.max(accessTokenLifetime, refreshTokenLifetime))
      const { address, device } = client
      await sessions.create({ id: sessionId, jti, userId: id, address, device, expiresAt }, now)
      await record('LOGGED_IN', id, { actor: id, client })
      return { account: current.account, now }
    })
    if (!opened) return null
    const [accessToken, refreshToken] = await Promise.all([
      tokens.signAccess(opened.account, sessionId, opened.now),
      tokens.signRefresh(id, jti, opened.now),
    ])
    return { accessToken, refreshToken, account: opened.account }
  }

  /** The credentials are judged first: only who knew the password learns more about the account. */
  async function tryLogin(email: string, password: string, client: Client): Promise<Login | null> {
    const known = await owner(email, password, client)
    if (!known || isGone(known.account)) throw wrongCredentials()
    if (!known.account.enabled) throw accountDisabled()
    if (!known.account.verified)
      throw new AppError(
        'ACCOUNT_NOT_VERIFIED',
        'Confirm your e-mail address first: open the link in the mail that we sent you.',
      )
    return openSession(known, password, client)
  }

  async function login(email: string, password: string, client: Client): Promise<Login> {
    assertEmail(email)
    // Twice, since what changed may only be the hash, which another login renewed.
    const login = (await tryLogin(email, password, client)) ?? (await tryLogin(email, password, client))
    if (!login) throw wrongCredentials()
    return login
  }

  /** Does something with which every session of the account ends, and so every token. */
  const endingSessions = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    database.transaction(userId, async () => {
      const ended = sessionCache.cachedSessionIds(userId)
      const result = await work()
      await sessions.deleteAll(userId)
      database.afterCommit(() => sessionCache.publishEnded(userId, ended))
      return result
    })

  return {
    /**
     * @throws AppError BAD_USER_INPUT, INVALID_CREDENTIALS, ACCOUNT_DISABLED, ACCOUNT_NOT_VERIFIED,
     * TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    login,

    /** The same for the mutation, which can be turned off. @throws AppError FORBIDDEN, and what `login` throws */
    async loginByMutation(email: string, password: string, client: Client): Promise<Login> {
      if (!mutationEnabled)
        throw forbidden('The mutation login is turned off. Sign in with POST /auth/login.')
      return login(email, password, client)
    },

    /** @throws AppError INVALID_REFRESH_TOKEN, ACCOUNT_DISABLED */
    async refresh(refreshToken: string): Promise<string> {
      const claims = await tokens.verifyRefresh(refreshToken)
      const known = claims && (await account.findById(claims.id))
      if (!known) throw invalidRefreshToken()
      if (!known.account.enabled) throw accountDisabled()
      const now = clock()
      const keptUntil = new Date(now.getTime() + accessTokenLifetime)
      const sessionId = await sessions.touch(claims.jti, claims.id, now, keptUntil)
      if (sessionId === null) throw invalidRefreshToken()
      return tokens.signAccess(known.account, sessionId, now)
    },

    /** Whose refresh token it is, if it is good; null if not. */
    async findRefreshTokenOwner(refreshToken: string): Promise<string | null> {
      const claims = await tokens.verifyRefresh(refreshToken)
      return claims && (await sessions.isActive(claims.jti, claims.id, clock())) ? claims.id : null
    },

    /**
     * Ends one session, and with it its access tokens, sockets and event streams. A token that is not good, or not
     * any more, has none to end.
     */
    async logout(refreshToken: string, client: Client | null = null): Promise<void> {
      const claims = await tokens.verifyRefresh(refreshToken)
      if (!claims) return
      const { id } = claims
      await database.transaction(id, async () => {
        const ended = await sessions.deleteByJti(claims.jti, id)
        if (!ended) return
        await record('LOGGED_OUT', id, { actor: id, client })
        database.afterCommit(() => sessionCache.publishEnded(id, [ended]))
      })
    },

    /**
     * Ends every session of the account; here at once, on other instances as soon as they hear of it, at the latest
     * within 30 seconds. Changes of the e-mail address that are not confirmed yet are canceled: somebody else may have
     * requested them from one of these sessions.
     */
    signOutEverywhere: (userId: string, by: Actor = { actor: userId, client: null }): Promise<void> =>
      endingSessions(userId, async () => {
        await mailTokens.deleteAll(userId, 'change-email')
        await record('SESSIONS_REVOKED', userId, by)
      }),

    /** The signed-in devices of an account, the one that was used last first. */
    sessions: (userId: string): Promise<Session[]> => sessions.list(userId, clock(), listedSessions),

    /** @throws AppError NOT_FOUND */
    async session(userId: string, id: string): Promise<Session> {
      const found = await sessions.find(id, userId)
      if (!found) throw notFound('session')
      return found
    },

    /** Ends one session: its tokens, sockets and event streams. @throws AppError NOT_FOUND */
    async revokeSession(userId: string, id: string, client: Client): Promise<void> {
      await database.transaction(userId, async () => {
        if (!(await sessions.deleteById(id, userId))) throw notFound('session')
        await record('SESSION_REVOKED', userId, { actor: userId, client })
        database.afterCommit(() => sessionCache.publishEnded(userId, [id]))
      })
    },

    /** The same as a part of something else. */
    endSessions: (userId: string): Promise<void> => endingSessions(userId, () => Promise.resolve()),

    /** Keeps that somebody gave a wrong password. */
    recordLoginFailure,

    /** Has every instance look again how the account stands. */
    publishAccountState: (userId: string): void =>
      database.afterCommit(() => sessionCache.publishEnded(userId, [])),

    /** Sets a new password and signs out everywhere. False if the account is gone. */
    changePassword: (userId: string, passwordHash: string): Promise<boolean> =>
      endingSessions(userId, () => account.setPassword(userId, passwordHash)),

    /**
     * Disabling an account signs it out everywhere.
     * @throws AppError NOT_FOUND
     */
    setEnabled: (
      userId: string,
      enabled: boolean,
      by: Actor = { actor: null, client: null },
    ): Promise<void> =>
      database.transaction(userId, async () => {
        const before = await account.get(userId)
        if (!enabled) await account.assertNotLastAdministrator(before)
        if (enabled) await account.setEnabled(userId, true)
        else await endingSessions(userId, () => account.setEnabled(userId, false))
        if (before.enabled !== enabled)
          await record(enabled ? 'ACCOUNT_ENABLED' : 'ACCOUNT_DISABLED', userId, by)
      }),

    /** Who an access token stands for. @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
    async authenticate(accessToken: string): Promise<Viewer> {
      const { id, email, role, sessionId } = await tokens.verifyAccess(accessToken)
      const standing = await sessionCache.standing(id, sessionId)
      if (!standing) throw unauthenticated('The access token has been revoked. Sign in again.')
      // What a token says of it is up to fifteen minutes old.
      const isAdmin = role === 'ADMIN' && (await account.findById(id))?.account.role === 'ADMIN'
      return { id, email, role: isAdmin ? 'ADMIN' : 'USER', sessionId, ...standing }
    },

    /** Calls the listener when tokens of the account may have been revoked; returns what ends that. */
    onTokensRevoked: sessionCache.onEnd,
  }
}

export type AuthService = ReturnType<typeof authService>

const wrongCredentials = () =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
const accountDisabled = () => new AppError('ACCOUNT_DISABLED', 'This account is disabled.')
const invalidRefreshToken = () =>
  new AppError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Sign in again.')
