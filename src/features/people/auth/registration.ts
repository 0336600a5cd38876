import type { MailQueue } from '../../../platform/mail/queue.js'
import { AppError } from '../../../errors.js'
import { deadlineIn } from '../../../lib/deadline.js'
import { minutes } from '../../../lib/quantities.js'
import type { Origin, Role } from '../../../viewer.js'
import type { CounterState } from '../../../platform/counters/counters.js'
import type { Database } from '../../../platform/database/database.js'
import type { Account } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import type { AuditAction } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import { validateUsername } from '../account/username.js'
import { personalFields } from '../profile/fields.js'
import type { MailTokenPurpose, MailTokenStore } from './mail-token-store.js'
import { recipientOf } from './mail-template.js'
import type { EmailChange } from './email-change.js'
import { secondsUntilReset, type MailLimit } from './mail-limit.js'
import type { MailLinks } from './mail-links.js'
import type { AccountMails } from './mails.js'
import { assertStrongPassword } from './password-strength.js'
import type { PasswordHasher } from './password-hasher.js'
import type { AuthService } from './service.js'

export interface RegistrationRequest {
  email: string
  password: string
  username: string
  firstName?: string
  lastName?: string
}

export interface VerifiedAccount {
  email: string
  username: string
  password: string
  role: Role
}

interface Dependencies {
  account: AccountService
  audit: AuditService
  database: Pick<Database, 'transaction'>
  auth: AuthService
  passwords: PasswordHasher
  mailTokens: MailTokenStore
  mails: AccountMails
  links: MailLinks
  mailQueue: MailQueue
  mailLimit: MailLimit
  /** Links that confirm another address of an account. */
  changes: Pick<EmailChange, 'confirm' | 'findOwner'>
  clock: () => Date
}

/**
 * Registration, confirmation of the address, and password reset. Neither the answer nor its time tells whether an
 * address is known: a registration writes a mail in any case.
 */
export function registrationService(dependencies: Dependencies) {
  const { account, audit, auth, passwords, mailTokens, mails, links, mailQueue, mailLimit, changes, clock } =
    dependencies
  const { transaction } = dependencies.database

  /** By whoever has the mailbox; of what strangers can do, too, nobody is known as the actor. */
  function record(action: AuditAction, { id }: Account, { client }: Origin): Promise<void> {
    const actor = action === 'REGISTRATION_REPEATED' ? null : id
    return audit.record({ actor, subject: id, action, client })
  }

  /** Written to the address as its owner gave it: another spelling may be another mailbox. */
  async function tellOwner(owner: Account, origin: Origin): Promise<void> {
    const errand = { userId: owner.id, purpose: 'already-registered', requestId: origin.requestId }
    await mailQueue.enqueue(mails.alreadyRegistered(recipientOf(owner, origin.client)), errand)
  }

  async function peekOwner(token: string, purpose: MailTokenPurpose): Promise<Account> {
    const userId = await mailTokens.findUserId(token, purpose, clock())
    const known = userId && (await account.findById(userId))
    if (!known) throw invalidToken()
    return known.account
  }

  /**
   * Uses a token up for a change of its owner, and with it those of other mails for the same: both or neither.
   * @param change false where the account is gone
   * @throws AppError INVALID_TOKEN
   */
  async function redeem(
    token: string,
    purpose: MailTokenPurpose,
    id: string,
    change: () => Promise<boolean>,
  ) {
    // A run before this one, of which nobody learned that it was committed, has used the token up for us.
    let isOurs = false
    await transaction(id, async () => {
      if ((await mailTokens.consume(token, purpose, clock())) === null && !isOurs) throw invalidToken()
      isOurs = true
      await mailTokens.deleteAll(id, purpose)
      if (!(await change())) throw invalidToken()
    })
  }

  return {
    /** Makes an account that is confirmed already, unless the address has one. Not for what strangers send. */
    async createVerifiedAccount({ password, ...given }: VerifiedAccount): Promise<void> {
      if (await account.findByEmail(given.email)) return
      // Nobody waits for it but a start or a command: better late than never.
      const passwordHash = await passwords.hash(password, deadlineIn(5 * minutes))
      const person = { firstName: null, lastName: null, locale: null, ...given, passwordHash, verified: true }
      await account.create(person, async made => {
        if (!made) return
        const by = { actor: null, subject: made.id, client: null }
        await audit.record({ ...by, action: 'REGISTERED' })
        if (made.role === 'ADMIN') await audit.record({ ...by, action: 'ADMINISTRATOR_APPOINTED' })
      })
    },

    /**
     * Whether or not the address is known, as much is written. What is taken gets its mail: where none may be sent, the
     * link of the last one stays good for what it was sent for.
     * @throws AppError USERNAME_TAKEN, WEAK_PASSWORD, BAD_USER_INPUT, TOO_MANY_REQUESTS
     */
    async register({ email, password, ...names }: RegistrationRequest, origin: Origin): Promise<void> {
      const username = validateUsername(names.username)
      const { firstName, lastName } = personalFields.applyChanges(personalFields.defaults, names, '')
      await assertStrongPassword(password, { email, username })
      const passwordHash = await passwords.hash(password)
      const person = {
        email,
        username,
        firstName,
        lastName,
        passwordHash,
        role: 'USER',
        verified: false,
        locale: origin.client.locale,
      } as const
      // Once, however often the transaction runs; a name that is taken is not counted.
      let counted: Promise<CounterState> | undefined
      await account.create(person, async (made, { isReplacement }) => {
        counted ??= mailLimit.count({ purpose: 'registration', to: email, client: origin.client })
        demandAllowed(await counted)
        // What this registration replaces cannot be confirmed any more.
        if (made) await mailTokens.deleteAll(made.id, 'verify-email')
        const known = made ?? (await account.findByEmail(email))?.account
        if (!known) return
        await record(made ? 'REGISTERED' : 'REGISTRATION_REPEATED', known, origin)
        const { requestId, client } = origin
        if (made) await links.send('verify-email', made, { locale: client.locale, requestId, isReplacement })
        else await tellOwner(known, origin)
      })
    },

    /**
     * Confirms the address of a new account, or another one of an account.
     * @throws AppError INVALID_TOKEN; CONFLICT where another account has the address by now
     */
    async verifyEmail(token: string, origin: Origin): Promise<void> {
      if (await changes.confirm(token, origin.client)) return
      const owner = await peekOwner(token, 'verify-email')
      await redeem(token, 'verify-email', owner.id, async () => {
        await record('EMAIL_VERIFIED', owner, origin)
        return account.verify(owner.id)
      })
    },

    /** Whose token it is, if it could still be used; it stays good. */
    async findTokenOwner(token: string, purpose: MailTokenPurpose): Promise<Account | null> {
      const userId = await mailTokens.findUserId(token, purpose, clock())
      if (userId !== null) return (await account.findById(userId))?.account ?? null
      return purpose === 'verify-email' ? changes.findOwner(token) : null
    },

    /**
     * Sets a new password and signs out every session. A refused password leaves the token good.
     * @throws AppError INVALID_TOKEN, WEAK_PASSWORD
     */
    async resetPassword(token: string, password: string, origin: Origin): Promise<void> {
      const to = await peekOwner(token, 'reset-password')
      await assertStrongPassword(password, to)
      const passwordHash = await passwords.hash(password)
      await redeem(token, 'reset-password', to.id, async () => {
        // Not limited: each one took a link from another mail.
        const errand = { userId: to.id, purpose: 'password-changed', requestId: origin.requestId }
        await mailQueue.enqueue(mails.passwordChanged(recipientOf(to, origin.client)), errand)
        await mailTokens.erase(to.id)
        await record('PASSWORD_RESET', to, origin)
        return auth.changePassword(to.id, passwordHash)
      })
    },
  }
}

export type RegistrationService = ReturnType<typeof registrationService>

/** @throws AppError TOO_MANY_REQUESTS */
function demandAllowed(count: CounterState): void {
  if (count.allowed) return
  const message = 'This address was registered too often in a short time. Check the mails that we sent to it.'
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: secondsUntilReset(count) })
}

export const invalidToken = () =>
  new AppError('INVALID_TOKEN', 'The link is not valid, was used already, or has expired.', {
    field: 'token',
  })
