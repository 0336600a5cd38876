import { AppError } from '../../../../errors.js'
import { minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Client } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { SignInMethod } from '../../audit/models.js'
import type { AuditService } from '../../audit/service.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { PendingSignInStore } from './pending-sign-in-store.js'
import type { SessionStore } from './session-store.js'
import type { TokenService } from './tokens.js'

interface Dependencies {
  account: Pick<AccountService, 'findById' | 'recordSignIn' | 'recordWaysInChange'>
  audit: Pick<AuditService, 'record'>
  database: Pick<Database, 'transaction'>
  sessions: Pick<SessionStore, 'newId' | 'exists' | 'create'>
  pendingSignIns: Pick<PendingSignInStore, 'exists' | 'create'>
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  tokens: TokenService
  /** How long the last token of a session is valid, in milliseconds. */
  sessionLifetime: number
  clock: () => Date
}

export interface Login {
  accessToken: string
  refreshToken: string
  account: Account
}

interface SignInOptions {
  method: SignInMethod
  client: Client
  /** True if the user has proved a second factor, or has used a passkey. */
  hasSecondFactor?: boolean
  /**
   * Runs in the transaction of a sign-in that waits for the second factor.
   * @param token of SECOND_FACTOR_REQUIRED
   */
  onSecondFactorRequired?: (token: string) => Promise<void>
}

/** How long a sign-in waits for the second factor, in milliseconds. */
const pendingSignInLifetime = 5 * minutes

/** Starts sessions. Each way to sign in verifies its own secret. */
export function signInService(dependencies: Dependencies) {
  const { account, audit, database, sessions, pendingSignIns, secondFactors, tokens } = dependencies
  const { sessionLifetime, clock } = dependencies

  const timeAfter = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

  return {
    /**
     * Starts a session and issues both tokens, unless the account has a second factor that is still missing.
     * @param confirm runs in the transaction that starts the session, where it uses up a token or code; returns false to
     *   refuse the login
     * @returns null for a refused login
     * @throws AppError SECOND_FACTOR_REQUIRED with the token for `POST /auth/second-factor`
     */
    async startSession(
      userId: string,
      { method: signInMethod, client, hasSecondFactor = false, onSecondFactorRequired }: SignInOptions,
      confirm: () => Promise<boolean>,
    ): Promise<Login | null> {
      const jti = tokens.newJti()
      const sessionId = sessions.newId()
      const pendingToken = randomToken()
      let isRepeated = false
      const session = await database.transaction(userId, async () => {
        const now = clock()
        // The transaction may run again after a commit with an unknown outcome. If that run has succeeded, a secret that
        // works once is already used up.
        const isCommitted = isRepeated && (await sessions.exists(sessionId, userId))
        if (isRepeated && (await pendingSignIns.exists(pendingToken))) return 'SECOND_FACTOR_REQUIRED'
        isRepeated = true
        const committed = isCommitted ? await account.findById(userId) : null
        if (committed) return { account: committed.account, now }
        if (!(await confirm())) return null
        if (!hasSecondFactor && (await secondFactors.isEnabled(userId))) {
          // Writes the account, so that a concurrent sign-out everywhere conflicts and also ends this sign-in.
          await account.recordWaysInChange(userId)
          const expiresAt = timeAfter(now, pendingSignInLifetime)
          await pendingSignIns.create(pendingToken, { userId, signInMethod }, expiresAt)
          await onSecondFactorRequired?.(pendingToken)
          return 'SECOND_FACTOR_REQUIRED'
        }
        const current = await account.recordSignIn(userId)
        if (!current) return null
        const { address, device } = client
        const identity = { id: sessionId, jti, userId, address, device }
        const expiresAt = timeAfter(now, sessionLifetime)
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
    },

    /**
     * Asserts that an account may sign in, after its secret was verified.
     * @param wrongSecret creates the error for an account that is due for deletion, as if it did not exist
     * @throws AppError ACCOUNT_DISABLED, and the error for a wrong secret
     */
    assertMaySignIn({ deletesAt, enabled }: Account, wrongSecret: () => AppError): void {
      const isDueForDeletion = deletesAt !== null && deletesAt <= clock()
      if (isDueForDeletion) throw wrongSecret()
      if (!enabled) throw accountDisabled()
    },
  }
}

export type SignInService = ReturnType<typeof signInService>

export const accountDisabled = () => new AppError('ACCOUNT_DISABLED', 'This account is disabled.')

const secondFactorRequired = (secondFactorToken: string) =>
  new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Send the token with a code of the authenticator app, or a recovery code, to POST /auth/second-factor.',
    { details: { secondFactorToken } },
  )
