import type { MailQueue } from '../../../../platform/mail/queue.js'
import { AppError } from '../../../../errors.js'
import { deadlineIn } from '../../../../lib/deadline.js'
import { minutes } from '../../../../lib/quantities.js'
import type { Origin, Role } from '../../../../viewer.js'
import { secondsUntilReset, type CounterState } from '../../../../platform/counters/counters.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditAction } from '../../audit/models.js'
import type { AuditService } from '../../audit/service.js'
import { validateUsername } from '../../account/username.js'
import { personalFields } from '../../profile/fields.js'
import type { CodeChallenges, CodeRequest } from '../mailed-codes/challenges.js'
import type { MailTokenPurpose, MailTokenStore } from '../mails/mail-token-store.js'
import { recipientOf } from '../mails/mail-template.js'
import type { GuestService } from '../guests/service.js'
import type { EmailChange } from './email-change.js'
import { registrationDisabled } from './registration-disabled.js'
import type { MailLimit } from '../mails/mail-limit.js'
import { invalidMailLink, type MailLinks } from '../mails/mail-links.js'
import type { AccountMails } from '../mails/account-mails.js'
import { assertStrongPassword } from '../passwords/password-strength.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import type { AccountAccess } from '../sign-in/account-access.js'

interface RegistrationRequest {
  email: string
  password: string
  username: string
  firstName?: string
  lastName?: string
}

interface VerifiedAccount {
  email: string
  username: string
  password: string
  /** A hash of the password. It is only used if it has the configured rounds; otherwise the password is hashed. */
  passwordHash?: string | undefined
  role: Role
}

interface Dependencies {
  account: AccountService
  audit: AuditService
  database: Pick<Database, 'transaction'>
  accountAccess: Pick<AccountAccess, 'setPassword'>
  passwords: PasswordHasher
  mailTokens: MailTokenStore
  mails: AccountMails
  links: MailLinks
  mailQueue: MailQueue
  mailLimit: MailLimit
  /** Confirms changes of e-mail addresses, whose links open the same page. */
  emailChange: Pick<EmailChange, 'confirm' | 'findOwner'>
  guests: Pick<GuestService, 'upgrade'>
  challenges: Pick<CodeChallenges, 'newRequest' | 'createCode' | 'deleteAll'>
  /** False if only guests can register, because they have an account. */
  isEnabled: boolean
  clock: () => Date
}

/**
 * Registers accounts, confirms addresses and resets passwords. Neither the response nor its time reveals whether an
 * address is known: every registration sends a mail.
 */
export function registrationService(dependencies: Dependencies) {
  const {
    account,
    audit,
    database,
    accountAccess,
    passwords,
    mailTokens,
    mails,
    links,
    mailQueue,
    mailLimit,
    emailChange,
    guests,
    challenges,
    isEnabled,
    clock,
  } = dependencies

  /** Records an action of the account's owner. Anybody can repeat a registration, so it has no actor. */
  function record(action: AuditAction, { id }: Account, { client }: Origin): Promise<void> {
    const actor = action === 'REGISTRATION_REPEATED' ? null : id
    return audit.record({ actor, subject: id, action, client })
  }

  /** Sends the mail to the stored address: another spelling of it may be another mailbox. */
  async function notifyOwner(owner: Account, origin: Origin): Promise<void> {
    const options = { userId: owner.id, purpose: 'already-registered', requestId: origin.requestId }
    await mailQueue.enqueue(mails.alreadyRegistered(recipientOf(owner, origin.client)), options)
  }

  async function getTokenOwner(token: string, purpose: MailTokenPurpose): Promise<Account> {
    const userId = await mailTokens.findUserId(token, purpose, clock())
    const credentials = userId && (await account.findById(userId))
    if (!credentials) throw invalidMailLink()
    return credentials.account
  }

  /**
   * Uses up a token, and all other tokens with the same purpose, for a change of its owner in one transaction.
   * @param change returns false if the account no longer exists
   * @throws AppError INVALID_TOKEN
   */
  async function redeem(
    token: string,
    purpose: MailTokenPurpose,
    id: string,
    change: () => Promise<boolean>,
  ) {
    const isRedeemed = await transactionOnce(database, id, async () => {
      if ((await mailTokens.consume(token, purpose, clock())) === null) return null
      await mailTokens.deleteAll(id, purpose)
      if (!(await change())) throw invalidMailLink()
      return true
    })
    if (!isRedeemed) throw invalidMailLink()
  }

  return {
    /** Creates an account with a confirmed address, unless the address has one. Only for trusted input. */
    async createVerifiedAccount({
      password,
      passwordHash: knownHash,
      ...details
    }: VerifiedAccount): Promise<void> {
      if (await account.findByEmail(details.email)) return
      const passwordHash =
        knownHash !== undefined && passwords.hasConfiguredRounds(knownHash)
          ? knownHash
          : // No request waits for this hash, so it may wait longer.
            await passwords.hash(password, deadlineIn(5 * minutes))
      const newAccount = {
        firstName: null,
        lastName: null,
        locale: null,
        ...details,
        passwordHash,
        verified: true,
      }
      await account.create(newAccount, async (created, { isKnown }) => {
        if (isKnown) return
        const event = { actor: null, subject: created.id, client: null }
        await audit.record({ ...event, action: 'REGISTERED' })
        if (created.role === 'ADMIN') await audit.record({ ...event, action: 'ADMIN_ROLE_GRANTED' })
      })
    },

    /**
     * Sends equally many commands whether or not the address is known. A registration that replaces an unconfirmed one
     * invalidates earlier links, but only if its own mail may be sent.
     * @param guestId the guest that registers, and becomes the account; null for other people
     * @returns the challenge with which the code in the mail confirms the address and signs in
     * @throws AppError REGISTRATION_DISABLED, USERNAME_TAKEN, WEAK_PASSWORD, BAD_USER_INPUT, TOO_MANY_REQUESTS
     */
    async register(
      { email, password, ...names }: RegistrationRequest,
      origin: Origin,
      guestId: string | null,
    ): Promise<CodeRequest> {
      if (!isEnabled && guestId === null) throw registrationDisabled()
      const username = validateUsername(names.username)
      const { firstName, lastName } = personalFields.applyChanges(personalFields.defaults, names, '')
      await assertStrongPassword(password, { email, username })
      const passwordHash = await passwords.hash(password)
      const newAccount = {
        email,
        username,
        firstName,
        lastName,
        passwordHash,
        role: 'USER',
        verified: false,
        locale: origin.client.locale,
        guestId,
      } as const
      const request = challenges.newRequest()
      // Counted once, even if the transaction runs again. A taken username is not counted.
      let counted: Promise<CounterState> | undefined
      await account.create(newAccount, async (owner, { isKnown, isReplacement, registrationId }) => {
        counted ??= mailLimit.count({ purpose: 'registration', to: email, client: origin.client })
        assertAllowed(await counted)
        // The links and codes of a replaced registration stop working. For a known address, there are none.
        await mailTokens.deleteAll(registrationId, 'verify-email')
        await challenges.deleteAll(registrationId)
        await record(isKnown ? 'REGISTRATION_REPEATED' : 'REGISTERED', owner, origin)
        const userId = isKnown ? null : owner.id
        const { code } = await challenges.createCode({ ...request, email, purpose: 'REGISTRATION', userId })
        const { requestId, client } = origin
        const options = { locale: client.locale, requestId, isReplacement, code }
        if (isKnown) {
          // Takes as long as storing the token of a link.
          await mailTokens.deleteAll(registrationId, 'verify-email')
          await notifyOwner(owner, origin)
        } else await links.send('verify-email', owner, options)
      })
      return request
    },

    /**
     * Confirms the address of a new account, or an e-mail change.
     * @throws AppError INVALID_TOKEN; CONFLICT if another account has taken the address in the meantime
     */
    async verifyEmail(token: string, origin: Origin): Promise<void> {
      if (await emailChange.confirm(token, origin.client)) return
      const owner = await getTokenOwner(token, 'verify-email')
      const guestId = await account.findRegisteringGuest(owner.id)
      await redeem(token, 'verify-email', owner.id, async () => {
        const registration = guestId === null ? null : await account.findRegistration(owner.id)
        const guest =
          guestId !== null && registration && (await guests.upgrade(guestId, registration, origin.client))
        await record('EMAIL_VERIFIED', guest || owner, origin)
        return guest ? true : account.verify(owner.id)
      })
    },

    /** Finds the owner of a valid token. Does not use up the token. */
    async findTokenOwner(token: string, purpose: MailTokenPurpose): Promise<Account | null> {
      const userId = await mailTokens.findUserId(token, purpose, clock())
      if (userId !== null) return (await account.findById(userId))?.account ?? null
      return purpose === 'verify-email' ? emailChange.findOwner(token) : null
    },

    /**
     * Sets a new password and signs out every session. A rejected password does not use up the token.
     * @throws AppError INVALID_TOKEN, WEAK_PASSWORD
     */
    async resetPassword(token: string, password: string, origin: Origin): Promise<void> {
      const to = await getTokenOwner(token, 'reset-password')
      await assertStrongPassword(password, to)
      const passwordHash = await passwords.hash(password)
      await redeem(token, 'reset-password', to.id, async () => {
        // This mail has no limit, since each reset needs a link from a limited mail.
        const options = { userId: to.id, purpose: 'password-changed', requestId: origin.requestId }
        await mailQueue.enqueue(mails.passwordChanged(recipientOf(to, origin.client)), options)
        await mailTokens.erase(to.id)
        await record('PASSWORD_RESET', to, origin)
        return accountAccess.setPassword(to.id, passwordHash)
      })
    },
  }
}

export type RegistrationService = ReturnType<typeof registrationService>

/** @throws AppError TOO_MANY_REQUESTS */
function assertAllowed(count: CounterState): void {
  if (count.allowed) return
  const message = 'This address was registered too often in a short time. Check the mails that we sent to it.'
  throw new AppError('TOO_MANY_REQUESTS', message, {
    retryAfter: secondsUntilReset(count),
    exceeded: count,
  })
}
