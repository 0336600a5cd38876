import { AppError } from '../../../../errors.js'
import type { Client, Origin, Viewer } from '../../../../viewer.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { MailRequestService } from '../mail-requests/service.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { StepUpService } from '../step-up/service.js'
import { emailTaken, rejectTakenEmail } from '../taken-email.js'
import type { CodeChallenges, CodeRequest } from './challenges.js'
import type { CodeChallenge } from './store.js'

interface Dependencies {
  account: Pick<
    AccountService,
    'findByEmail' | 'findById' | 'findRegisteringGuest' | 'findRegistration' | 'confirmByCode'
  >
  audit: Pick<AuditService, 'record'>
  signIn: SignInService
  failures: Pick<LoginFailures, 'record'>
  challenges: CodeChallenges
  guests: Pick<GuestService, 'upgrade'>
  mailRequests: Pick<MailRequestService, 'request'>
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  throttle: Pick<LoginThrottle, 'attemptFromAddress'>
  stepUp: Pick<StepUpService, 'assertNoSecondFactor' | 'record'>
  database: Pick<Database, 'transaction'>
}

/** Signs in with codes that are sent by mail. */
export function mailedCodeService(dependencies: Dependencies) {
  const { account, audit, signIn, failures, challenges, guests, mailRequests, mailTokens } = dependencies
  const { throttle, stepUp, database } = dependencies

  /** @returns null for a wrong code, and for an address without an account */
  async function tryCode(challenge: string, code: string, client: Client): Promise<CodeChallenge | null> {
    const attempt = await challenges.tryCode(challenge, code)
    const userId = attempt?.found.userId ?? null
    if (attempt === null || userId === null) return null
    if (attempt.isCorrect) return attempt.found
    failures.record(userId, client, 'EMAIL_CODE')
    return null
  }

  async function recordConfirmation({ id }: Account, client: Client): Promise<void> {
    await mailTokens.deleteAll(id, 'verify-email')
    await audit.record({ actor: id, subject: id, action: 'EMAIL_VERIFIED', client })
  }

  /** @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
  async function findByCode(challenge: string, input: string, client: Client): Promise<CodeChallenge | null> {
    // People also copy the code with spaces.
    const code = input.replaceAll(/\s/g, '')
    return throttle.attemptFromAddress(client.address, hashDeadline(), () => tryCode(challenge, code, client))
  }

  /** Makes the guest permanent that has asked for the code. */
  async function upgradeGuest(
    found: CodeChallenge,
    guestId: string | null,
    email: string,
    client: Client,
  ): Promise<Login> {
    if (guestId === null || guestId !== found.userId) throw invalidCode()
    const login = await rejectTakenEmail(() =>
      signIn.startSession(guestId, { method: 'EMAIL_CODE', client }, async () => {
        const guest = (await account.findById(guestId))?.account
        if (!guest) return false
        signIn.assertMaySignIn(guest, invalidCode)
        if (!(await challenges.consume(found.id))) return false
        if ((await account.findByEmail(email))?.account.verified) throw emailTaken()
        return (await guests.upgrade(guestId, { email }, client)) !== null
      }),
    )
    if (!login) throw invalidCode()
    return login
  }

  /** Confirms the registration of a guest, and signs the guest in. @returns null if the guest is gone or permanent */
  const completeRegistration = (
    found: CodeChallenge,
    registrationId: string,
    guestId: string,
    client: Client,
  ): Promise<Login | null> =>
    signIn.startSession(guestId, { method: 'EMAIL_CODE', client }, async () => {
      const guest = (await account.findById(guestId))?.account
      if (!guest?.isGuest) return false
      signIn.assertMaySignIn(guest, invalidCode)
      const registration = await account.findRegistration(registrationId)
      if (!registration || !(await challenges.consume(found.id))) throw invalidCode()
      if (!(await guests.upgrade(guestId, registration, client))) return false
      await mailTokens.deleteAll(registrationId, 'verify-email')
      return true
    })

  return {
    /**
     * Sends a code to an address if it has an account. Neither the response nor its time reveals whether it has.
     * @param guestId the guest that wants to use the address, which then needs no account
     * @throws DatabaseUnavailableError if the request could not be stored: nothing is sent
     */
    async request(email: string, origin: Origin, guestId: string | null): Promise<CodeRequest> {
      const request = challenges.newRequest()
      await mailRequests.request('sign-in-code', email, origin, {
        expiresAt: request.expiresAt,
        guestId,
        createCode: () =>
          challenges.createCode({
            ...{ ...request, email, purpose: 'SIGN_IN', userId: null },
            isForGuest: guestId !== null,
          }),
      })
      return request
    },

    /**
     * Signs in with a code, which works once. Confirms the address of an unconfirmed registration, and removes its password
     * unless the code belongs to that registration.
     * @param guestId the guest that becomes permanent; null for other people
     * @throws AppError INVALID_CODE, EMAIL_TAKEN, ACCOUNT_DISABLED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async verify(challenge: string, input: string, guestId: string | null, client: Client): Promise<Login> {
      const found = await findByCode(challenge, input, client)
      const userId = found?.userId
      if (!found || !userId) throw invalidCode()
      if (found.newEmail !== undefined) {
        const owner = (await account.findById(userId))?.account
        // The guest was erased in the meantime.
        if (!owner) throw invalidCode()
        if (owner.isGuest) return upgradeGuest(found, guestId, found.newEmail, client)
        // The code was mailed to the owner of the address.
        if (guestId !== null) throw emailTaken()
      }
      // A code for a sign-in proves only that the user reads the mailbox. The guest who registered the address, chose the
      // password and has sessions may be another person.
      const isRegistrationCode = found.purpose === 'REGISTRATION'
      const registeringGuest = isRegistrationCode ? await account.findRegisteringGuest(userId) : null
      if (registeringGuest !== null) {
        const login = await completeRegistration(found, userId, registeringGuest, client)
        if (login) return login
      }
      const login = await signIn.startSession(userId, { method: 'EMAIL_CODE', client }, async () => {
        const current = (await account.findById(userId))?.account
        // A code that was sent to a former address of the account is not valid.
        if (!current || !challenges.wasSentTo(found, current.email)) return false
        signIn.assertMaySignIn(current, invalidCode)
        if (!(await challenges.consume(found.id))) return false
        if (!current.verified) {
          await recordConfirmation(current, client)
          await account.confirmByCode(userId, { keepsPassword: isRegistrationCode })
        }
        return true
      })
      if (!login) throw invalidCode()
      return login
    },

    /**
     * Steps up the session of a user with a code that was sent to their address.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async stepUp(viewer: Viewer, challenge: string, code: string, client: Client): Promise<void> {
      await stepUp.assertNoSecondFactor(viewer)
      const found = await findByCode(challenge, code, client)
      const isAccepted =
        found?.userId === viewer.id &&
        (await transactionOnce(database, viewer.id, async () => {
          const current = (await account.findById(viewer.id))?.account
          if (!current || !challenges.wasSentTo(found, current.email)) return null
          if (!(await challenges.consume(found.id))) return null
          await stepUp.record(viewer)
          return true
        }))
      if (!isAccepted)
        throw new AppError(
          'INVALID_CREDENTIALS',
          'The code is wrong, was used already, or has expired. Request a new one.',
        )
    },
  }
}

export type MailedCodeService = ReturnType<typeof mailedCodeService>

const invalidCode = () =>
  new AppError('INVALID_CODE', 'The code is wrong, was used already, or has expired. Request a new one.', {
    field: 'code',
  })
