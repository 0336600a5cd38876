import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '../../../../errors.js'
import { minutes } from '../../../../lib/quantities.js'
import { constantTimeEqual } from '../../../../lib/signature.js'
import { foldCase } from '../../../../lib/text.js'
import type { Client, Origin } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import { hashDeadline } from '../hash-queue.js'
import type { LoginThrottle } from '../login-throttle.js'
import type { MailRequestService } from '../mail-requests/service.js'
import type { MailTokenStore } from '../mail-token-store.js'
import type { AuthService, Login } from '../service.js'
import type { CodeChallenge, CodeChallengeStore } from './store.js'

const codeLifetime = 10 * minutes
const codeLength = 6
const maxAttempts = 5

interface Dependencies {
  account: Pick<AccountService, 'findById' | 'recordCodeLogin'>
  audit: Pick<AuditService, 'record'>
  auth: Pick<AuthService, 'signIn' | 'recordLoginFailure' | 'assertMaySignIn'>
  challenges: CodeChallengeStore
  mailRequests: Pick<MailRequestService, 'request'>
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  throttle: Pick<LoginThrottle, 'attemptFromAddress'>
  clock: () => Date
}

/** Returned to every address alike. */
export interface CodeRequest {
  /** 256 random bits that only the client that asked for the code knows. */
  challenge: string
  expiresAt: Date
}

/**
 * Signs in with codes that are sent by mail. A code is valid only together with the challenge of the client that requested
 * it, so that a code that was requested by someone else is of no use to them.
 */
export function mailedCodeService(dependencies: Dependencies) {
  const { account, audit, auth, challenges, mailRequests, mailTokens, throttle, clock } = dependencies

  /** Counts the attempt, and compares the code. @returns null for a wrong code */
  async function tryCode(challenge: string, code: string, client: Client): Promise<CodeChallenge | null> {
    const found = await challenges.countAttempt(hashOf(challenge), clock(), maxAttempts)
    if (!found) return null
    const isCorrect = constantTimeEqual(found.codeHash, codeHashOf(challenge, code))
    if (isCorrect && found.userId !== null) return found
    if (found.userId !== null) auth.recordLoginFailure(found.userId, client, 'EMAIL_CODE')
    return null
  }

  async function recordConfirmation({ id }: Account, client: Client): Promise<void> {
    await mailTokens.deleteAll(id, 'verify-email')
    await audit.record({ actor: id, subject: id, action: 'EMAIL_VERIFIED', client })
  }

  return {
    /**
     * Sends a code to an address if it has an account. Neither the response nor its time reveals
     * whether it has.
     */
    async request(email: string, origin: Origin): Promise<CodeRequest> {
      const challenge = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock().getTime() + codeLifetime)
      await mailRequests.request('sign-in-code', email, origin, {
        expiresAt,
        async createCode() {
          const code = randomInt(10 ** codeLength)
            .toString()
            .padStart(codeLength, '0')
          const challengeId = await challenges.create({
            challengeHash: hashOf(challenge),
            codeHash: codeHashOf(challenge, code),
            emailHash: hashOf(foldCase(email)),
            expiresAt,
          })
          return { code, challengeId }
        },
      })
      return { challenge, expiresAt }
    },

    /**
     * Signs in with a code, which works once. Confirms the address of an unconfirmed registration, and removes its password.
     * @throws AppError INVALID_CODE, ACCOUNT_DISABLED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async verify(challenge: string, code: string, client: Client): Promise<Login> {
      const found = await throttle.attemptFromAddress(client.address, hashDeadline(), () =>
        tryCode(challenge, code, client),
      )
      const userId = found?.userId
      if (!found || !userId) throw invalidCode()
      // The transaction may run again after a commit with an unknown outcome: this call has then used up the code.
      let isConsumedHere = false
      const login = await auth.signIn(userId, { method: 'EMAIL_CODE', client }, async () => {
        const current = (await account.findById(userId))?.account
        // A code that was sent to a former address of the account is not valid.
        if (!current || hashOf(foldCase(current.email)) !== found.emailHash) return null
        auth.assertMaySignIn(current, invalidCode)
        if (!(await challenges.consume(found.id)) && !isConsumedHere) return null
        isConsumedHere = true
        if (!current.verified) await recordConfirmation(current, client)
        return account.recordCodeLogin(current)
      })
      if (!login) throw invalidCode()
      return login
    },
  }
}

export type MailedCodeService = ReturnType<typeof mailedCodeService>

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const codeHashOf = (challenge: string, code: string) =>
  createHmac('sha256', challenge).update(code).digest('base64url')

const invalidCode = () =>
  new AppError('INVALID_CODE', 'The code is wrong, was used already, or has expired. Request a new one.', {
    field: 'code',
  })
