import { badUserInputAt, conflict, rateLimited } from '../../../../errors.js'
import { days, minutes, seconds } from '../../../../lib/quantities.js'
import { secondsUntilReset, type Counter, type CounterState } from '../../../../platform/counters/counters.js'
import { DuplicateKeyError, type Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { User } from '../../profile/models.js'
import type { ProfileService } from '../../profile/service.js'
import { isEmail } from '../email.js'
import { recipientOf } from '../mails/mail-template.js'
import type { MailLimit } from '../mails/mail-limit.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { StepUpService } from '../step-up/service.js'

const linkLifetime = 1 * days

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  stepUp: Pick<StepUpService, 'run'>
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
  /** Counts the requested changes per account. */
  requests: Counter
  mailLimit: MailLimit
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

interface EmailChangeRequest {
  viewer: Pick<Viewer, 'id' | 'sessionId'>
  newEmail: string
  /** Null or undefined if the user has stepped up before. */
  password: string | null | undefined
}

/** Changes the e-mail address of accounts. The owner of the new address must confirm the change. */
export function emailChange(dependencies: Dependencies) {
  const { account, audit, profile, stepUp, mailTokens, mailQueue, mails } = dependencies
  const { requests, mailLimit, database, clock } = dependencies

  /** Reads and writes the same amount whether or not the address is taken, so that response times reveal nothing. */
  async function sendMails(owner: Account, newEmail: string, client: Client): Promise<void> {
    const userId = owner.id
    const expiresAt = new Date(clock().getTime() + linkLifetime)
    await mailTokens.deleteAll(userId, 'change-email')
    const token = await mailTokens.create('change-email', userId, expiresAt, newEmail)
    await audit.record({ actor: userId, subject: userId, action: 'EMAIL_CHANGE_REQUESTED', client })
    const notice = { userId, purpose: 'email-change-notice' }
    await mailQueue.enqueue(mails.emailChanged(recipientOf(owner, client), newEmail), notice)
    const holder = (await account.findByEmail(newEmail))?.account
    const options = { userId, purpose: 'change-email', expiresAt }
    if (holder?.verified && holder.id !== userId)
      await mailQueue.enqueue(mails.alreadyRegistered(recipientOf(holder, client)), options)
    else
      await mailQueue.enqueue(
        mails.changeEmail({ ...recipientOf(owner, client), to: newEmail }, owner.username, token),
        options,
      )
  }

  /** Removes an account that registered the address but never confirmed it. @throws AppError CONFLICT */
  async function removeUnverifiedHolder(userId: string, newEmail: string): Promise<void> {
    const holder = (await account.findByEmail(newEmail))?.account
    if (!holder || holder.id === userId) return
    if (holder.verified) throw addressTaken()
    await mailTokens.erase(holder.id)
    await mailQueue.deleteUserMails(holder.id)
    await account.remove(holder)
  }

  return {
    /**
     * Sends a confirmation link to the new address and a notice to the old one. The old address stays in use until the
     * link is confirmed. Earlier links stop working.
     * @throws AppError BAD_USER_INPUT, UNAUTHENTICATED, STEP_UP_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS, RATE_LIMITED,
     * SERVICE_UNAVAILABLE
     */
    async request({ viewer, newEmail, password }: EmailChangeRequest, client: Client): Promise<User> {
      const userId = viewer.id
      if (!isEmail(newEmail)) throw badUserInputAt('input.newEmail', 'is not an e-mail address.')
      return stepUp.run({ viewer, password, path: 'input.password', client }, async ({ account: owner }) => {
        if (newEmail === owner.email)
          throw badUserInputAt('input.newEmail', 'is already the address of the account.')
        assertAllowed(await requests.consume(userId))
        assertAllowed(await mailLimit.count({ purpose: 'change-email', to: newEmail, client }))
        return async () => {
          await sendMails(owner, newEmail, client)
          return profile.get(userId)
        }
      })
    },

    /** Finds the owner of a token of an e-mail change. Does not use up the token. */
    findOwner: async (token: string): Promise<Account | null> => {
      const change = await mailTokens.findEmailChange(token, clock())
      return change && ((await account.findById(change.userId))?.account ?? null)
    },

    /**
     * Confirms an e-mail change.
     * @returns false if the token is not one of an e-mail change
     * @throws AppError CONFLICT if the address has been taken in the meantime
     */
    async confirm(token: string, client: Client): Promise<boolean> {
      const change = await mailTokens.findEmailChange(token, clock())
      if (!change) return false
      const { userId, newEmail } = change
      try {
        const isChanged = await transactionOnce(database, userId, async () => {
          if ((await mailTokens.consume(token, 'change-email', clock())) === null) return null
          await removeUnverifiedHolder(userId, newEmail)
          // Links in mails to the old address must stop working, too.
          await mailTokens.erase(userId)
          await account.setEmail(userId, newEmail)
          await profile.recordChange(userId)
          await audit.record({ actor: userId, subject: userId, action: 'EMAIL_CHANGED', client })
          return true
        })
        return isChanged ?? false
      } catch (error) {
        throw error instanceof DuplicateKeyError ? addressTaken() : error
      }
    },
  }
}

export type EmailChange = ReturnType<typeof emailChange>

/** @throws AppError RATE_LIMITED */
function assertAllowed(count: CounterState): void {
  if (count.allowed) return
  const wait = secondsUntilReset(count)
  const message = `Too many changes of the address. Try again in ${Math.ceil((wait * seconds) / minutes)} min.`
  throw rateLimited(message, wait)
}

const addressTaken = () => conflict('Another account now uses this address. Your address stays as it is.')
