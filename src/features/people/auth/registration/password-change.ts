import { badUserInputAt } from '../../../../errors.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { Credentials } from '../../account/models.js'
import type { AuditService } from '../../audit/service.js'
import type { User } from '../../profile/models.js'
import type { ProfileService } from '../../profile/service.js'
import { recipientOf } from '../mails/mail-template.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { ConfirmedAction, PasswordConfirmation } from '../step-up/password-confirmation.js'
import { assertStrongPassword } from '../passwords/password-strength.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import type { AccountAccess } from '../sign-in/account-access.js'
import type { StepUpService } from '../step-up/service.js'

interface Dependencies {
  accountAccess: Pick<AccountAccess, 'setPassword'>
  audit: AuditService
  profile: ProfileService
  confirmation: PasswordConfirmation
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
 * @throws AppError UNAUTHENTICATED, BAD_USER_INPUT, STEP_UP_REQUIRED, WRONG_PASSWORD, WEAK_PASSWORD, TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE
 */
export function passwordChange(dependencies: Dependencies) {
  const { accountAccess, audit, profile, confirmation, stepUp, passwords } = dependencies
  const { mailTokens, mailQueue, mails } = dependencies

  return ({ viewer, current, new: password }: PasswordChangeRequest, client: Client): Promise<User> => {
    const path = 'input.current'
    async function prepare({ account }: Credentials): Promise<ConfirmedAction<User>> {
      if (current === null && account.hasPassword)
        throw badUserInputAt(path, 'is required, because the account has a password.')
      const userId = account.id
      await assertStrongPassword(password, account, 'input.new')
      const passwordHash = await passwords.hash(password)
      return async () => {
        // Another person who knew the password may have requested links.
        await mailTokens.erase(userId)
        await audit.record({ actor: userId, subject: userId, action: 'PASSWORD_CHANGED', client })
        const options = { userId, purpose: 'password-changed' }
        await mailQueue.enqueue(mails.passwordChanged(recipientOf(account, client)), options)
        await accountAccess.setPassword(userId, passwordHash)
        return profile.get(userId)
      }
    }
    return current === null
      ? stepUp.run({ viewer, password: null, path, client }, prepare)
      : confirmation.run({ userId: viewer.id, password: current, path, client }, prepare)
  }
}

export type PasswordChange = ReturnType<typeof passwordChange>
