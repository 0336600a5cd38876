import type { Counter } from '../../platform/counters/counters.js'
import type { Mail, Mailer } from '../../platform/mail/mailer.js'
import { AppError } from '../../errors.js'
import type { Background } from '../../lib/background.js'
import { days, hours } from '../../lib/quantities.js'
import { foldCase } from '../../lib/text.js'
import type { Role } from '../../viewer.js'
import { checkedName, checkedUsername } from '../users/fields.js'
import type { UserService } from '../users/service.js'
import type { User } from '../users/models.js'
import type { MailTokenPurpose, MailTokenStore } from './mail-token-store.js'
import type { accountMails } from './mails.js'
import { checkPasswordStrength } from './password-rules.js'
import type { PasswordHasher } from './passwords.js'
import type { AuthService } from './service.js'

const lifetimes: Record<MailTokenPurpose, number> = { 'verify-email': 1 * days, 'reset-password': 1 * hours }

export interface Registration {
  email: string
  password: string
  username: string
  firstName?: string
  lastName?: string
}

export interface Provision {
  email: string
  username: string
  password: string
  role: Role
}

interface Dependencies {
  users: UserService
  auth: AuthService
  passwords: PasswordHasher
  mailTokens: MailTokenStore
  mails: ReturnType<typeof accountMails>
  mailer: Mailer
  /** Mails of one kind to one address. */
  mailsPerAddress: Counter
  background: Background
  clock: () => Date
}

/**
 * Registration, confirmation of the address, and password reset. Mails are made and sent after the answer, so that
 * neither the answer nor its time tells whether an address is known.
 */
export function registrationService(dependencies: Dependencies) {
  const { users, auth, passwords, mailTokens, mails, mailer, mailsPerAddress, background, clock } =
    dependencies

  /**
   * Nobody's mailbox is filled by strangers: past the limit, nothing is written. Each kind of mail has a limit of its
   * own, so that asking for one does not keep back another.
   */
  async function send(
    kind: MailTokenPurpose | 'already-registered',
    to: string,
    write: () => Mail | Promise<Mail>,
  ): Promise<void> {
    const { allowed } = await mailsPerAddress.consume(`${kind}:${foldCase(to)}`)
    if (allowed) await mailer.send(await write())
  }

  async function newToken(purpose: MailTokenPurpose, user: User): Promise<string> {
    const expiresAt = new Date(clock().getTime() + lifetimes[purpose])
    return mailTokens.create(purpose, user.id, expiresAt)
  }

  const sendVerification = (user: User): Promise<void> =>
    send('verify-email', user.email, async () =>
      mails.verifyEmail(user.email, user.username, await newToken('verify-email', user)),
    )

  /** Written to the address as its owner gave it: another spelling may be another mailbox. */
  async function tellOwner(email: string): Promise<void> {
    const account = await users.accountByEmail(email)
    if (!account) return
    const to = account.user.email
    await send('already-registered', to, () => mails.alreadyRegistered(to))
  }

  async function peekOwner(token: string, purpose: MailTokenPurpose): Promise<User> {
    const userId = await mailTokens.peek(token, purpose, clock())
    const account = userId && (await users.accountById(userId))
    if (!account) throw invalidToken()
    return account.user
  }

  return {
    /** Makes an account that is confirmed already, unless the address has one. Not for what strangers send. */
    async provision({ password, ...account }: Provision): Promise<void> {
      if (await users.accountByEmail(account.email)) return
      const passwordHash = await passwords.hash(password)
      await users.create({ firstName: null, lastName: null, ...account, passwordHash, verified: true })
    },

    /** @throws AppError USERNAME_TAKEN, WEAK_PASSWORD, BAD_USER_INPUT */
    async register({ email, password, ...names }: Registration): Promise<void> {
      const username = checkedUsername(names.username)
      const firstName = checkedName('firstName', names.firstName ?? null)
      const lastName = checkedName('lastName', names.lastName ?? null)
      checkPasswordStrength(password, { email, username })
      const passwordHash = await passwords.hash(password)
      await users.claimUsername(username)
      const account = {
        email,
        username,
        firstName,
        lastName,
        passwordHash,
        role: 'USER',
        verified: false,
      } as const
      const user = await users.create(account)
      background.run(() => (user ? sendVerification(user) : tellOwner(email)))
    },

    /** @throws AppError INVALID_TOKEN */
    async verifyEmail(token: string): Promise<void> {
      const userId = await mailTokens.consume(token, 'verify-email', clock())
      if (!userId || !(await users.verify(userId))) throw invalidToken()
      await mailTokens.deleteAll(userId, 'verify-email')
    },

    resendVerification(email: string): void {
      background.run(async () => {
        const account = await users.accountByEmail(email)
        if (account && !account.user.verified) await sendVerification(account.user)
      })
    },

    forgotPassword(email: string): void {
      background.run(async () => {
        const account = await users.accountByEmail(email)
        if (!account?.user.enabled) return
        const { user } = account
        await send('reset-password', user.email, async () =>
          mails.resetPassword(user.email, await newToken('reset-password', user)),
        )
      })
    },

    /** Whether the token could still be used; it stays good. */
    isGood: async (token: string, purpose: MailTokenPurpose): Promise<boolean> =>
      (await mailTokens.peek(token, purpose, clock())) !== null,

    /**
     * Sets a new password and signs out every session. A refused password leaves the token good.
     * @throws AppError INVALID_TOKEN, WEAK_PASSWORD
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const user = await peekOwner(token, 'reset-password')
      checkPasswordStrength(password, user)
      const passwordHash = await passwords.hash(password)
      const userId = await mailTokens.consume(token, 'reset-password', clock())
      if (!userId || !(await auth.changePassword(userId, passwordHash))) throw invalidToken()
      await mailTokens.deleteAll(userId, 'reset-password')
      // Not limited: each one took a link from another mail.
      background.run(() => mailer.send(mails.passwordChanged(user.email)))
    },
  }
}

export type RegistrationService = ReturnType<typeof registrationService>

const invalidToken = () =>
  new AppError('INVALID_TOKEN', 'The link is not valid, was used already, or has expired.')
