import { AppError, unauthenticated } from '../../../../errors.js'
import type { Counter } from '../../../../platform/counters/counters.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import { failureLimit } from '../sign-in/failure-limit.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { SessionCache } from '../sign-in/session-cache.js'
import type { SessionStore } from '../sign-in/session-store.js'
import { invalidCode, type FactorProof, type PreparedProof, type SecondFactorService } from './service.js'
import type { PendingSignInStore } from '../sign-in/pending-sign-in-store.js'

/** How many codes may be entered for one sign-in. */
const maxAttempts = 5

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  signIn: SignInService
  failures: Pick<LoginFailures, 'record'>
  secondFactor: Pick<SecondFactorService, 'prepare' | 'consume'>
  pendingSignIns: PendingSignInStore
  sessions: Pick<SessionStore, 'recordStepUp'>
  throttle: Pick<LoginThrottle, 'attempt'>
  /** Counts the wrong codes of authenticator apps per account, in addition to failed logins. */
  wrongCodes: Counter
  sessionCache: Pick<SessionCache, 'publishEnded'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  clock: () => Date
}

/** @param token of SECOND_FACTOR_REQUIRED, with which the sign-in began */
type SignInListener = (token: string, userId: string, client: Client) => Promise<void>

/** Accepts codes of the second factor. Wrong ones count as failed logins. */
export function factorProofs(dependencies: Dependencies) {
  const { account, signIn, failures, secondFactor, pendingSignIns, sessions, throttle } = dependencies
  const { sessionCache, database, clock } = dependencies
  const signInListeners: SignInListener[] = []
  const codeLimit = failureLimit(dependencies.wrongCodes)

  /** Limits wrong codes, also together with wrong passwords. @param check resolves to null for a wrong code */
  async function attempt<T>(
    userId: string,
    client: Client,
    proof: FactorProof,
    check: (prepared: PreparedProof) => Promise<T | null>,
  ): Promise<T | null> {
    const credentials = await account.findById(userId)
    if (!credentials) return null
    const { account: owner, passwordHash } = credentials
    const { address } = client
    const deadline = hashDeadline()
    // Recovery codes cannot be guessed, and must remain usable after too many wrong codes.
    const checkProof = async () => check(await secondFactor.prepare(userId, proof))
    const limited = 'code' in proof ? () => codeLimit.attempt(userId, deadline, checkProof) : checkProof
    return throttle.attempt({ email: owner.email, passwordHash, address, deadline }, limited)
  }

  return {
    /** Calls the listener in the transaction that completes a sign-in. */
    onSignIn: (listener: SignInListener): void => void signInListeners.push(listener),

    /**
     * Completes a sign-in. Each token allows five attempts.
     * @throws AppError INVALID_TOKEN, INVALID_CODE, ACCOUNT_DISABLED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async signIn(token: string, proof: FactorProof, client: Client): Promise<Login> {
      const pending = await pendingSignIns.countAttempt(token, clock(), maxAttempts)
      if (!pending) throw invalidSignInToken()
      const { userId, signInMethod: method } = pending
      const login = await attempt(userId, client, proof, prepared =>
        signIn.startSession(userId, { method, client, hasSecondFactor: true }, async () => {
          const owner = (await account.findById(userId))?.account
          if (!owner) return false
          signIn.assertMaySignIn(owner, invalidSignInToken)
          if (!(await secondFactor.consume(userId, prepared, client))) return false
          if (!(await pendingSignIns.consume(pending.id))) throw invalidSignInToken()
          for (const listener of signInListeners) await listener(token, userId, client)
          return true
        }),
      )
      if (login) return login
      failures.record(userId, client, method)
      throw invalidCode('code' in proof ? 'code' : 'recoveryCode')
    },

    /**
     * Performs an action in one transaction with the use of a code.
     * @throws AppError INVALID_CODE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE; errors of the action
     */
    async confirm<T>(
      userId: string,
      proof: FactorProof,
      client: Client,
      action: () => Promise<T>,
    ): Promise<T> {
      const accepted = await attempt(userId, client, proof, prepared =>
        transactionOnce(database, userId, async () => {
          if (!(await secondFactor.consume(userId, prepared, client))) return null
          return { result: await action() }
        }),
      )
      if (accepted) return accepted.result
      failures.record(userId, client, null)
      throw invalidCode('code' in proof ? 'code' : 'recoveryCode')
    },

    /** Steps up a session. @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
    async stepUp({ id, sessionId }: Viewer, proof: FactorProof, client: Client): Promise<void> {
      const isAccepted = await attempt(id, client, proof, prepared =>
        transactionOnce(database, id, async () => {
          if (!(await secondFactor.consume(id, prepared, client))) return null
          if (!(await sessions.recordStepUp(sessionId, id, clock(), { hasSecondFactor: true })))
            throw unauthenticated()
          database.afterCommit(() => sessionCache.publishEnded(id, []))
          return true
        }),
      )
      if (isAccepted) return
      failures.record(id, client, null)
      throw new AppError('INVALID_CREDENTIALS', 'The code is wrong, was used already, or has expired.')
    },
  }
}

export type FactorProofs = ReturnType<typeof factorProofs>

const invalidSignInToken = () =>
  new AppError('INVALID_TOKEN', 'The token is not valid, was used already, or has expired. Sign in again.', {
    field: 'secondFactorToken',
  })
