import type { MailQueue } from '../../../platform/mail/queue.js'
import type { Client } from '../../../viewer.js'
import type { AuditService } from '../audit/service.js'
import type { User } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import { recipientOf } from './mail-template.js'
import type { MailTokenStore } from './mail-token-store.js'
import type { AccountMails } from './mails.js'
import type { PasswordConfirmation } from './password-confirmation.js'
import { assertStrongPassword } from './password-strength.js'
import type { PasswordHasher } from './password-hasher.js'
import type { AuthService } from './service.js'

interface Dependencies {
  auth: AuthService
  audit: AuditService
  profile: ProfileService
  confirmation: PasswordConfirmation
  passwords: PasswordHasher
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
}

interface PasswordChangeRequest {
  userId: string
  current: string
  new: string
}

/**
 * Sets a new password after confirming the current one, and signs out everywhere.
 * @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, WEAK_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export const passwordChange =
  ({ auth, audit, profile, confirmation, passwords, mailTokens, mailQueue, mails }: Dependencies) =>
  ({ userId, current, new: password }: PasswordChangeRequest, client: Client): Promise<User> =>
    confirmation.run({ userId, password: current, path: 'input.current', client }, async ({ account }) => {
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
