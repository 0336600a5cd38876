import { AppError, unauthenticated } from '../../../../errors.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Credentials } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { ConfirmedAction, PasswordConfirmation } from './password-confirmation.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { SessionStore } from '../sign-in/session-store.js'

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  confirmation: PasswordConfirmation
  sessions: Pick<SessionStore, 'exists' | 'useStepUp' | 'recordStepUp'>
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  database: Pick<Database, 'transaction'>
  /** How long a sign-in or a step-up permits sensitive actions, in milliseconds. */
  lifetime: number
  clock: () => Date
}

/** The user and the session of a request. */
type SessionViewer = Pick<Viewer, 'id' | 'sessionId'>

interface SensitiveAction {
  viewer: SessionViewer
  /** Null or undefined if the user has stepped up before. */
  password: string | null | undefined
  /** The path of the argument, for the error message. */
  path: string
  client: Client
}

/** Permits sensitive actions to users who have proved their identity a short time ago. */
export function stepUpService(dependencies: Dependencies) {
  const { account, confirmation, sessions, secondFactors, database, lifetime, clock } = dependencies

  /** @throws AppError UNAUTHENTICATED if the session has ended */
  async function record({ id, sessionId }: SessionViewer): Promise<void> {
    if (!(await sessions.recordStepUp(sessionId, id, clock()))) throw unauthenticated()
  }

  /** Call it in the transaction of the action. @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED */
  async function assertRecent({ id, sessionId }: SessionViewer): Promise<void> {
    const last = await sessions.useStepUp(sessionId, id)
    if (last === null) throw unauthenticated()
    const isRecent = clock().getTime() - last.at.getTime() < lifetime
    // Guests have nothing with which they could prove their identity.
    if (!isRecent && (await account.findById(id))?.account.isGuest) return
    // While a second factor is on, an earlier proof with the password alone does not count.
    if (!isRecent || (!last.hasSecondFactor && (await secondFactors.isEnabled(id))))
      throw new AppError(
        'STEP_UP_REQUIRED',
        'Confirm that it is you: send your password or a code to POST /auth/step-up, then repeat this request.',
      )
  }

  /** Asserts that the user may step up without the second factor. @throws AppError INVALID_CREDENTIALS */
  async function assertNoSecondFactor({ id }: SessionViewer): Promise<void> {
    if (await secondFactors.isEnabled(id))
      throw new AppError(
        'INVALID_CREDENTIALS',
        'The second factor is on: send a code of the authenticator app, or a recovery code.',
      )
  }

  return {
    assertRecent,
    assertNoSecondFactor,
    record,

    /**
     * Steps up with the password. A wrong one counts as a failed login.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async withPassword(viewer: SessionViewer, password: string, client: Client): Promise<void> {
      await assertNoSecondFactor(viewer)
      try {
        await confirmation.run(
          { userId: viewer.id, password, path: 'password', client },
          () => () => record(viewer),
        )
      } catch (error) {
        if (error instanceof AppError && error.code === 'WRONG_PASSWORD')
          throw new AppError('INVALID_CREDENTIALS', 'The password is wrong.')
        throw error
      }
    },

    /**
     * Performs an action that requires the password, or a step-up before. A right password counts as a step-up, and does
     * not suffice if a second factor is on.
     * @param prepare performs slow work before the transaction, and returns the action
     * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE; errors
     * of the action
     */
    async run<T>(
      { viewer, password, path, client }: SensitiveAction,
      prepare: (credentials: Credentials) => Promise<ConfirmedAction<T>> | ConfirmedAction<T>,
    ): Promise<T> {
      if (password != null)
        return confirmation.run({ userId: viewer.id, password, path, client }, async credentials => {
          const action = await prepare(credentials)
          return async () => {
            if (await secondFactors.isEnabled(viewer.id)) await assertRecent(viewer)
            else await record(viewer)
            return action()
          }
        })
      await assertRecent(viewer)
      const credentials = await account.findById(viewer.id)
      if (!credentials) throw unauthenticated()
      const action = await prepare(credentials)
      const done = await transactionOnce(database, viewer.id, async () => {
        // The session may have ended in the meantime, or an earlier run of this transaction has ended it.
        if (!(await sessions.exists(viewer.sessionId, viewer.id))) return null
        await assertRecent(viewer)
        return { result: await action() }
      })
      if (!done) throw unauthenticated()
      return done.result
    },
  }
}

export type StepUpService = ReturnType<typeof stepUpService>
