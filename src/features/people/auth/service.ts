import { AppError, forbidden, notFound, unauthenticated } from '../../../errors.js'
import type { BackgroundTasks } from '../../../lib/background-tasks.js'
import { minutes, seconds } from '../../../lib/quantities.js'
import type { Counter } from '../../../platform/counters/counters.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { Database } from '../../../platform/database/database.js'
import { transactionOnce } from '../../../platform/database/transaction-once.js'
import type { Account, Credentials } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import type { AuditAction, AuditEvent, SignInMethod } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import { assertEmail } from './email.js'
import { hashDeadline } from './hash-queue.js'
import type { SessionCache } from './session-cache.js'
import type { LoginThrottle } from './login-throttle.js'
import type { SecondFactorStore } from './second-factor/store.js'
import type { PendingSignInStore } from './second-factor/sign-in-store.js'
import { isPersonalAccessToken, type AccessTokenService } from './access-tokens/service.js'
import type { AccessTokenStore } from './access-tokens/store.js'
import type { CodeChallenges } from './mailed-codes/challenges.js'
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
  codeChallenges: Pick<CodeChallenges, 'deleteAll'>
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  pendingSignIns: PendingSignInStore
  personalAccessTokens: Pick<AccessTokenStore, 'deleteAll'>
  authenticatePersonalAccessToken: AccessTokenService['authenticate']
  passwords: PasswordHasher
  throttle: LoginThrottle
  /** Limits the failed logins per account that the audit log records. */
  recordedFailures: Counter
  /** Records that a guest is used. */
  recordGuestUse(userId: string): Promise<void>
  background: BackgroundTasks
  /** True if the mutation `login` is enabled. */
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

const maxListedSessions = 100
/** How long a sign-in waits for the second factor, in milliseconds. */
const pendingSignInLifetime = 5 * minutes

interface SignInOptions {
  method: SignInMethod
  client: Client
  /** True if the user has proved a second factor, or has used a passkey. */
  hasSecondFactor?: boolean
}

/** The account and the client that perform an action. */
type Actor = Pick<AuditEvent, 'actor' | 'client'>

export function authService(dependencies: Dependencies) {
  const { account, audit, sessions, sessionCache, tokens, passwords, throttle, database, clock } =
    dependencies
  const {
    mailTokens,
    codeChallenges,
    secondFactors,
    pendingSignIns,
    personalAccessTokens,
    authenticatePersonalAccessToken,
    accessTokenLifetime,
    refreshTokenLifetime,
    mutationEnabled,
    recordedFailures,
    recordGuestUse,
    background,
  } = dependencies

  const record = (action: AuditAction, subject: string, actor: Actor): Promise<void> =>
    audit.record({ ...actor, subject, action })

  /** Verifies credentials; null if they are wrong. Takes equally long for unknown and known addresses. */
  async function verifyCredentials(
    email: string,
    password: string,
    client: Client,
  ): Promise<Credentials | null> {
    const credentials = await account.findByEmail(email)
    const passwordHash = credentials?.passwordHash
    const deadline = hashDeadline()
    const verified = await throttle.attempt(
      { email, passwordHash, address: client.address, deadline },
      async () => ((await passwords.verify(password, passwordHash, deadline)) ? credentials : null),
    )
    if (credentials && !verified) recordLoginFailure(credentials.account.id, client, 'PASSWORD')
    return verified
  }

  /**
   * Records a failed login after the response, whose time must not reveal whether there is an account.
   * @param signInMethod null for a wrong code of the second factor that should confirm an action
   */
  function recordLoginFailure(subject: string, client: Client, signInMethod: SignInMethod | null): void {
    background.run({ purpose: 'record a failed login' }, async () => {
      if ((await recordedFailures.consume(subject)).allowed)
        await audit.record({
          actor: null,
          subject,
          action: 'LOGIN_FAILED',
          client,
          ...(signInMethod && { signInMethod }),
        })
    })
  }

  /** Returns whether the account is due for deletion, even if the deletion has not started. */
  const isDueForDeletion = ({ deletesAt }: Account) => deletesAt !== null && deletesAt <= clock()

  /**
   * Replaces an outdated hash and issues both tokens. Returns null if the account has changed in the meantime.
   */
  async function openSession(
    credentials: Credentials,
    password: string,
    client: Client,
  ): Promise<Login | null> {
    const { passwordHash } = credentials
    if (passwordHash === null) return null
    const newHash = await passwords.rehashIfOutdated(password, passwordHash)
    return signIn(credentials.account.id, { method: 'PASSWORD', client }, () =>
      account.renewPasswordHash(credentials, newHash),
    )
  }

  /**
   * Starts a session and issues both tokens, unless the account has a second factor that is still missing.
   * @throws AppError SECOND_FACTOR_REQUIRED with the token for `POST /auth/second-factor`
   * @param confirm runs in the transaction that starts the session, where it uses up a token or code; returns false to refuse
   *   the login
   */
  async function signIn(
    userId: string,
    { method: signInMethod, client, hasSecondFactor = false }: SignInOptions,
    confirm: () => Promise<boolean>,
  ): Promise<Login | null> {
    const jti = tokens.newJti()
    const sessionId = sessions.newId()
    const pendingToken = pendingSignIns.newToken()
    let isRepeated = false
    const session = await database.transaction(userId, async () => {
      const now = clock()
      // The transaction may run again after a commit with an unknown outcome. If that run has succeeded, a secret that works
      // once is already used up.
      const isCommitted = isRepeated && (await sessions.exists(sessionId, userId))
      if (isRepeated && (await pendingSignIns.exists(pendingToken))) return 'SECOND_FACTOR_REQUIRED'
      isRepeated = true
      const committed = isCommitted ? await account.findById(userId) : null
      if (committed) return { account: committed.account, now }
      if (!(await confirm())) return null
      if (!hasSecondFactor && (await secondFactors.isEnabled(userId))) {
        // Writes the account, so that a concurrent sign-out everywhere conflicts and also ends this sign-in.
        await account.recordWaysInChange(userId)
        const expiresAt = new Date(now.getTime() + pendingSignInLifetime)
        await pendingSignIns.create(pendingToken, { userId, signInMethod }, expiresAt)
        return 'SECOND_FACTOR_REQUIRED'
      }
      const current = await account.recordSignIn(userId)
      if (!current) return null
      const expiresAt = new Date(now.getTime() + Math.max(accessTokenLifetime, refreshTokenLifetime))
      const { address, device } = client
      const identity = { id: sessionId, jti, userId, address, device }
      await sessions.create({ ...identity, signInMethod, hasSecondFactor, expiresAt }, now)
      await audit.record({ actor: userId, subject: userId, action: 'LOGGED_IN', signInMethod, client })
      return { account: current, now }
    })
    if (!session) return null
    if (session === 'SECOND_FACTOR_REQUIRED') throw secondFactorRequired(pendingToken)
    return {
      accessToken: tokens.signAccess(session.account, sessionId, session.now),
      refreshToken: tokens.signRefresh(userId, jti, session.now),
      account: session.account,
    }
  }

  /**
   * Asserts that an account may sign in, after its secret was verified.
   * @param wrongSecret creates the error for an account that is being deleted, as if it did not exist
   * @throws AppError ACCOUNT_DISABLED, and the error for a wrong secret
   */
  function assertMaySignIn(owner: Account, wrongSecret: () => AppError): void {
    if (isDueForDeletion(owner)) throw wrongSecret()
    if (!owner.enabled) throw accountDisabled()
  }

  /** Verifies the credentials first, so that other errors are only returned to callers who know the password. */
  async function tryLogin(email: string, password: string, client: Client): Promise<Login | null> {
    const credentials = await verifyCredentials(email, password, client)
    if (!credentials) throw wrongCredentials()
    assertMaySignIn(credentials.account, wrongCredentials)
    if (!credentials.account.verified)
      throw new AppError(
        'ACCOUNT_NOT_VERIFIED',
        'Confirm your e-mail address first: open the link in the mail that we sent you.',
      )
    return openSession(credentials, password, client)
  }

  async function login(email: string, password: string, client: Client): Promise<Login> {
    assertEmail(email)
    // Tries twice, since a concurrent login may have replaced only the outdated hash.
    const login = (await tryLogin(email, password, client)) ?? (await tryLogin(email, password, client))
    if (!login) throw wrongCredentials()
    return login
  }

  /** Runs work in a transaction that ends every session and personal access token of the account. */
  const endingSessions = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    database.transaction(userId, async () => {
      const ended = sessionCache.cachedSessionIds(userId)
      const result = await work()
      await sessions.deleteAll(userId)
      await codeChallenges.deleteAll(userId)
      await pendingSignIns.deleteAll(userId)
      await personalAccessTokens.deleteAll(userId)
      database.afterCommit(() => sessionCache.publishEnded(userId, ended))
      return result
    })

  return {
    /**
     * @throws AppError BAD_USER_INPUT, INVALID_CREDENTIALS, ACCOUNT_DISABLED, ACCOUNT_NOT_VERIFIED,
     * TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    login,

    /** Signs in through the mutation, which can be disabled. @throws AppError FORBIDDEN, and the errors of `login` */
    async loginByMutation(email: string, password: string, client: Client): Promise<Login> {
      if (!mutationEnabled)
        throw forbidden('The mutation login is turned off. Sign in with POST /auth/login.')
      return login(email, password, client)
    },

    /** @throws AppError INVALID_REFRESH_TOKEN, ACCOUNT_DISABLED */
    async refresh(refreshToken: string): Promise<string> {
      const claims = await tokens.verifyRefresh(refreshToken)
      const credentials = claims && (await account.findById(claims.id))
      if (!credentials) throw invalidRefreshToken()
      if (!credentials.account.enabled) throw accountDisabled()
      const now = clock()
      const expiresAt = new Date(now.getTime() + accessTokenLifetime)
      const sessionId = await sessions.touch(claims.jti, claims.id, now, expiresAt)
      if (sessionId === null) throw invalidRefreshToken()
      if (credentials.account.isGuest) await recordGuestUse(claims.id)
      return tokens.signAccess(credentials.account, sessionId, now)
    },

    /** Finds the owner of a valid refresh token, or null. */
    async findRefreshTokenOwner(refreshToken: string): Promise<string | null> {
      const claims = await tokens.verifyRefresh(refreshToken)
      return claims && (await sessions.isActive(claims.jti, claims.id, clock())) ? claims.id : null
    },

    /**
     * Ends one session with its access tokens, WebSockets and event streams. An invalid token has no effect.
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
     * Ends every session of the account: at once on this instance, within 30 seconds on others. Unconfirmed e-mail
     * changes are canceled, because another person may have requested them from one of these sessions.
     */
    signOutEverywhere: (userId: string, actor: Actor = { actor: userId, client: null }): Promise<void> =>
      endingSessions(userId, async () => {
        await mailTokens.deleteAll(userId, 'change-email')
        await record('SESSIONS_REVOKED', userId, actor)
      }),

    /** Lists the sessions of an account, the last used first. */
    sessions: (userId: string): Promise<Session[]> => sessions.list(userId, clock(), maxListedSessions),

    findSession: (userId: string, id: string): Promise<Session | null> => sessions.find(id, userId),

    /** Ends one session with its tokens, WebSockets and event streams. @throws AppError NOT_FOUND */
    async revokeSession(userId: string, id: string, actor: Actor): Promise<void> {
      const isRevoked = await transactionOnce(database, userId, async () => {
        if (!(await sessions.deleteById(id, userId))) return null
        await record('SESSION_REVOKED', userId, actor)
        database.afterCommit(() => sessionCache.publishEnded(userId, [id]))
        return true
      })
      if (!isRevoked) throw notFound('session')
    },

    /** Ends every session of the account, without an entry in the audit log. */
    endSessions: (userId: string): Promise<void> => endingSessions(userId, () => Promise.resolve()),

    signIn,

    assertMaySignIn,

    recordLoginFailure,

    /** Makes every instance read the state of the account again. */
    publishAccountState: (userId: string): void =>
      database.afterCommit(() => sessionCache.publishEnded(userId, [])),

    /** Sets a new password and signs out everywhere. @returns false if the account no longer exists */
    changePassword: (userId: string, passwordHash: string): Promise<boolean> =>
      endingSessions(userId, () => account.setPassword(userId, passwordHash)),

    /**
     * Enables or disables an account. Disabling signs it out everywhere.
     * @throws AppError NOT_FOUND
     */
    setEnabled: (
      userId: string,
      enabled: boolean,
      actor: Actor = { actor: null, client: null },
    ): Promise<void> =>
      database.transaction(userId, async () => {
        const before = await account.get(userId)
        if (!enabled) await account.assertNotLastAdministrator(before)
        if (enabled) await account.setEnabled(userId, true)
        else await endingSessions(userId, () => account.setEnabled(userId, false))
        if (before.enabled !== enabled)
          await record(enabled ? 'ACCOUNT_ENABLED' : 'ACCOUNT_DISABLED', userId, actor)
      }),

    /**
     * Returns the viewer of an access token or a personal access token.
     * @param address of the client, whose requests with unknown personal access tokens are limited; null for no limit
     * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async authenticate(accessToken: string, address: string | null = null): Promise<Viewer> {
      if (isPersonalAccessToken(accessToken)) return authenticatePersonalAccessToken(accessToken, address)
      const { id, email, role, sessionId, exp } = await tokens.verifyAccess(accessToken)
      const state = await sessionCache.state(id, sessionId)
      if (!state) throw unauthenticated('The access token has been revoked. Sign in again.')
      // The role in the token may be outdated.
      const isAdmin = role === 'ADMIN' && (await account.findById(id))?.account.role === 'ADMIN'
      const tokenExpiresAt = new Date(exp * seconds)
      return {
        id,
        email,
        role: isAdmin ? 'ADMIN' : 'USER',
        sessionId,
        tokenExpiresAt,
        scopes: null,
        ...state,
      }
    },

    /** Calls the listener when tokens of the account may have been revoked. @returns a function that stops it */
    onTokensRevoked: sessionCache.onEnd,
  }
}

export type AuthService = ReturnType<typeof authService>

const secondFactorRequired = (secondFactorToken: string) =>
  new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Send the token with a code of the authenticator app, or a recovery code, to POST /auth/second-factor.',
    { details: { secondFactorToken } },
  )
const wrongCredentials = () =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
const accountDisabled = () => new AppError('ACCOUNT_DISABLED', 'This account is disabled.')
const invalidRefreshToken = () =>
  new AppError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Sign in again.')
