import { badUserInputAt } from '../../../errors.js'
import type { MailQueue } from '../../../platform/mail/queue.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { AuditService } from '../audit/service.js'
import type { User } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import { recipientOf } from './mail-template.js'
import type { MailTokenStore } from './mail-token-store.js'
import type { AccountMails } from './mails.js'
import { assertStrongPassword } from './password-strength.js'
import type { PasswordHasher } from './password-hasher.js'
import type { AuthService } from './service.js'
import type { StepUpService } from './step-up.js'

interface Dependencies {
  auth: AuthService
  audit: AuditService
  profile: ProfileService
  stepUp: Pick<StepUpService, 'run'>
  passwords: PasswordHasher
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
}

interface PasswordChangeRequest {
  viewer: Pick<Viewer, 'id' | 'sessionId'>
  /** Null for an account without a password. */
  current: string | null
  new: string
}

/**
 * Sets a new password after confirming the current one, and signs out everywhere. An account without a password requires a
 * step-up instead.
 * @throws AppError UNAUTHENTICATED, BAD_USER_INPUT, STEP_UP_REQUIRED, WRONG_PASSWORD, WEAK_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export const passwordChange =
  ({ auth, audit, profile, stepUp, passwords, mailTokens, mailQueue, mails }: Dependencies) =>
  ({ viewer, current, new: password }: PasswordChangeRequest, client: Client): Promise<User> =>
    stepUp.run({ viewer, password: current, path: 'input.current', client }, async ({ account }) => {
      const userId = account.id
      if (current === null && account.hasPassword)
        throw badUserInputAt('input.current', 'is required, because the account has a password.')
      await assertStrongPassword(password, account, 'input.new')
      const passwordHash = await passwords.hash(password)
      return async () => {
        // Another person who knew the password may have requested links.
        await mailTokens.erase(userId)
        await audit.record({ actor: userId, subject: userId, action: 'PASSWORD_CHANGED', client })
        const options = { userId, purpose: 'password-changed' }
        await mailQueue.enqueue(mails.passwordChanged(recipientOf(account, client)), options)
        await auth.changePassword(userId, passwordHash)
        return profile.get(userId)
      }
    })

export type PasswordChange = ReturnType<typeof passwordChange>
