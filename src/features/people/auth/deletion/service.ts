import { conflict } from '../../../../errors.js'
import type { Database } from '../../../../platform/database/database.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Origin } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import { createPseudonym, type AuditService } from '../../audit/service.js'
import type { User } from '../../profile/models.js'
import type { ProfileService } from '../../profile/service.js'
import type { MailTokenStore } from '../mail-token-store.js'
import { recipientOf } from '../mail-template.js'
import type { AccountMails } from '../mails.js'
import type { PasswordConfirmation } from '../password-confirmation.js'
import { invalidToken } from '../registration.js'
import type { AuthService } from '../service.js'
import type { ErasureStore } from './erasure-store.js'

/** Who lets an account go, and from where. */
export interface DeletionRequest {
  immediately: boolean
  /** Null where nobody is signed in. */
  actor: string | null
  client: Client
  requestId?: string | undefined
}

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  auth: AuthService
  check: PasswordConfirmation
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
  erasures: ErasureStore
  /** Begins to erase what is due, after the answer. */
  startErasure(requestId?: string): void
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** How long an account can be restored, in milliseconds. */
  gracePeriod: number
  clock: () => Date
}

interface ConfirmedDeletion {
  userId: string
  password: string
  immediately: boolean
}

/** Who restores an account, and from where. */
interface RestoreRequest {
  userId: string
  client: Client
}

/** Accounts that go: with a time in which they can be restored, or at once. */
export function deletionService(dependencies: Dependencies) {
  const { account, audit, profile, auth, check, mailTokens, mailQueue, mails, erasures } = dependencies
  const { startErasure, database, gracePeriod, clock } = dependencies

  /** From here on the account is gone: nothing signs in, restores it or has its name. In a transaction. */
  async function removeAccount({ id }: Account, client: Client | null): Promise<void> {
    // Looked at here: what was looked at before may be restored, or have another address.
    const known = await account.findById(id)
    if (!known) return
    // Erased with the rest, but for a mark.
    await audit.record({ actor: null, subject: id, action: 'ACCOUNT_ERASED', client: null })
    await auth.endSessions(id)
    await mailTokens.erase(id)
    await account.remove(known.account)
    const erasure = { begunAt: clock(), mark: createPseudonym() }
    await erasures.insert({ userId: id, ...recipientOf(known.account, client), ...erasure })
  }

  /** Nobody else has the key of an account that nobody confirmed: there is nothing to be restored. */
  async function requestDeletion(
    leaver: Account,
    { immediately, actor, client, requestId }: DeletionRequest,
  ): Promise<User> {
    await account.assertNotLastAdministrator(leaver)
    await audit.record({ actor, subject: leaver.id, action: 'DELETION_REQUESTED', client })
    const now = clock()
    if (immediately || !leaver.verified) {
      const user = await profile.get(leaver.id)
      await removeAccount(leaver, client)
      database.afterCommit(() => startErasure(requestId))
      return { ...user, deletesAt: now }
    }
    // Who asks again waits no longer for it.
    const deletesAt = leaver.deletesAt ?? new Date(now.getTime() + gracePeriod)
    await auth.endSessions(leaver.id)
    await mailTokens.erase(leaver.id)
    await account.scheduleDeletion(leaver.id, deletesAt)
    await profile.recordChange(leaver.id)
    const errand = { userId: leaver.id, purpose: 'account-leaves', requestId }
    await mailQueue.enqueue(mails.deletionScheduled(recipientOf(leaver, client), deletesAt), errand)
    return profile.get(leaver.id)
  }

  return {
    end: removeAccount,
    leave: requestDeletion,

    /**
     * Signs out everywhere and deletes the account, after the grace period or at once.
     * @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE, CONFLICT
     */
    delete: ({ userId, password, immediately }: ConfirmedDeletion, client: Client): Promise<User> =>
      check.run(
        { userId, password, path: 'input.password', client },
        ({ account: leaver }) =>
          () =>
            requestDeletion(leaver, { immediately, actor: userId, client }),
      ),

    /**
     * The same for whoever reads the account's mails.
     * @throws AppError INVALID_TOKEN, CONFLICT
     */
    async deleteByLink(token: string, immediately: boolean, { client, requestId }: Origin): Promise<User> {
      const userId = await mailTokens.findUserId(token, 'delete-account', clock())
      if (userId === null) throw invalidToken()
      // A run before this one, of which nobody learned that it was committed, has used the token up for us.
      let before: User | null = null
      return database.transaction(userId, async () => {
        const isGood = (await mailTokens.consume(token, 'delete-account', clock())) !== null
        const known = await account.findById(userId)
        if (!isGood && before) return before
        if (!isGood || !known) throw invalidToken()
        return (before = await requestDeletion(known.account, {
          immediately,
          actor: userId,
          client,
          requestId,
        }))
      })
    },

    /** One that stays is left as it is. @throws AppError NOT_FOUND, CONFLICT where its time has come */
    restore: ({ userId, client }: RestoreRequest): Promise<User> =>
      database.transaction(userId, async () => {
        const before = await account.get(userId)
        if (before.deletesAt === null) return profile.get(userId)
        if (!(await account.cancelDeletion(userId)))
          throw conflict('The account can no longer be restored: it is being deleted.')
        await profile.recordChange(userId)
        auth.publishAccountState(userId)
        await audit.record({ actor: userId, subject: userId, action: 'ACCOUNT_RESTORED', client })
        const errand = { userId, purpose: 'account-restored' }
        await mailQueue.enqueue(mails.deletionCanceled(recipientOf(before, client)), errand)
        return profile.get(userId)
      }),
  }
}

export type DeletionService = ReturnType<typeof deletionService>
