import { badUserInputAt, conflict, rateLimited } from '../../../errors.js'
import { days, minutes, seconds } from '../../../lib/quantities.js'
import type { CounterState, Counter } from '../../../platform/counters/counters.js'
import { DuplicateKeyError, type Database } from '../../../platform/database/database.js'
import type { MailQueue } from '../../../platform/mail/queue.js'
import type { Client } from '../../../viewer.js'
import type { Account } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { User } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import { isEmail } from './email.js'
import { recipientOf } from './mail-template.js'
import { secondsUntilReset, type MailLimit } from './mail-limit.js'
import type { MailTokenStore } from './mail-token-store.js'
import type { AccountMails } from './mails.js'
import type { PasswordConfirmation } from './password-confirmation.js'

const linkLifetime = 1 * days

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  check: PasswordConfirmation
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
  /** Requests of one account. */
  requests: Counter
  mailLimit: MailLimit
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

interface EmailChangeRequest {
  userId: string
  newEmail: string
  password: string
}

/** Moves accounts to other addresses, once whoever reads the mails there has confirmed it. */
export function emailChange(dependencies: Dependencies) {
  const { account, audit, profile, check, mailTokens, mailQueue, mails } = dependencies
  const { requests, mailLimit, database, clock } = dependencies

  /** As much is read and written whether or not the address is taken. */
  async function ask(owner: Account, newEmail: string, client: Client): Promise<void> {
    const userId = owner.id
    const expiresAt = new Date(clock().getTime() + linkLifetime)
    await mailTokens.deleteAll(userId, 'change-email')
    const token = await mailTokens.create('change-email', userId, expiresAt, newEmail)
    await audit.record({ actor: userId, subject: userId, action: 'EMAIL_CHANGE_REQUESTED', client })
    const old = { userId, purpose: 'email-is-changed' }
    await mailQueue.enqueue(mails.emailChanged(recipientOf(owner, client), newEmail), old)
    const holder = (await account.findByEmail(newEmail))?.account
    const errand = { userId, purpose: 'change-email', expiresAt }
    if (holder?.verified && holder.id !== userId)
      await mailQueue.enqueue(mails.alreadyRegistered(recipientOf(holder, client)), errand)
    else
      await mailQueue.enqueue(
        mails.changeEmail({ ...recipientOf(owner, client), to: newEmail }, owner.username, token),
        errand,
      )
  }

  /** Who has registered the address and never confirmed it does not own it. */
  async function makeRoom(userId: string, newEmail: string): Promise<void> {
    const holder = (await account.findByEmail(newEmail))?.account
    if (!holder || holder.id === userId) return
    if (holder.verified) throw taken()
    await mailTokens.erase(holder.id)
    await mailQueue.deleteUserMails(holder.id)
    await account.remove(holder)
  }

  return {
    /**
     * Sends a link to the new address, in place of those of before; the old one is told, and stays until then.
     * @throws AppError BAD_USER_INPUT, UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, RATE_LIMITED,
     * SERVICE_UNAVAILABLE
     */
    async request({ userId, newEmail, password }: EmailChangeRequest, client: Client): Promise<User> {
      if (!isEmail(newEmail)) throw badUserInputAt('input.newEmail', 'is not an e-mail address.')
      return check.run({ userId, password, path: 'input.password', client }, async ({ account: owner }) => {
        if (newEmail === owner.email)
          throw badUserInputAt('input.newEmail', 'is already the address of the account.')
        demandAllowed(await requests.consume(userId))
        demandAllowed(await mailLimit.count({ purpose: 'change-email', to: newEmail, client }))
        return async () => {
          await ask(owner, newEmail, client)
          return profile.get(userId)
        }
      })
    },

    /** Whose token it is, if it confirms another address; it stays good. */
    findOwner: async (token: string): Promise<Account | null> => {
      const change = await mailTokens.findEmailChange(token, clock())
      return change && ((await account.findById(change.userId))?.account ?? null)
    },

    /** False if the token confirms no other address. @throws AppError CONFLICT where it is taken by now */
    async confirm(token: string, client: Client): Promise<boolean> {
      const change = await mailTokens.findEmailChange(token, clock())
      if (!change) return false
      const { userId, newEmail } = change
      // A run before this one, of which nobody learned that it was committed, has used the token up for us.
      let isOurs = false
      return database
        .transaction(userId, async () => {
          if ((await mailTokens.consume(token, 'change-email', clock())) === null && !isOurs) return false
          isOurs = true
          await makeRoom(userId, newEmail)
          // Links in mails to the old address, too.
          await mailTokens.erase(userId)
          await account.setEmail(userId, newEmail)
          await profile.recordChange(userId)
          await audit.record({ actor: userId, subject: userId, action: 'EMAIL_CHANGED', client })
          return true
        })
        .catch((error: unknown) => {
          throw error instanceof DuplicateKeyError ? taken() : error
        })
    },
  }
}

export type EmailChange = ReturnType<typeof emailChange>

/** @throws AppError RATE_LIMITED */
function demandAllowed(count: CounterState): void {
  if (count.allowed) return
  const wait = secondsUntilReset(count)
  const message = `Too many changes of the address. Try again in ${Math.ceil((wait * seconds) / minutes)} min.`
  throw rateLimited(message, wait)
}

const taken = () => conflict('Another account now uses this address. Your address stays as it is.')
