import { conflict } from '../../../../errors.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Origin, Viewer } from '../../../../viewer.js'
import { isPlaceholderEmail } from '../../account/generated-names.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import { createPseudonym, type AuditService } from '../../audit/service.js'
import type { User } from '../../profile/models.js'
import type { ProfileService } from '../../profile/service.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import { invalidMailLink } from '../mails/mail-links.js'
import { recipientOf } from '../mails/mail-template.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import { invalidCode, type FactorProof } from '../second-factor/service.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { SessionService } from '../sign-in/sessions.js'
import type { StepUpService } from '../step-up/service.js'
import type { ErasureStore } from './erasure-store.js'

interface DeletionRequest {
  immediately: boolean
  /** Null if nobody is signed in. */
  actor: string | null
  client: Client
  requestId?: string | undefined
}

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  sessions: Pick<SessionService, 'endAll' | 'publishAccountState'>
  stepUp: Pick<StepUpService, 'run'>
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  proofs: Pick<FactorProofs, 'confirm'>
  mailTokens: MailTokenStore
  mailQueue: MailQueue
  mails: AccountMails
  erasures: ErasureStore
  /** Starts the erasure of due accounts in the background. */
  startErasure(requestId?: string): void
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** How long a deleted account can be restored, in milliseconds. */
  gracePeriod: number
  clock: () => Date
}

interface OwnDeletion {
  viewer: Pick<Viewer, 'id' | 'sessionId'>
  /** Null or undefined if the user has stepped up before. */
  password: string | null | undefined
  immediately: boolean
}

interface DeletionByLink {
  token: string
  immediately: boolean
  /** A code of the second factor; null without one. */
  proof: FactorProof | null
}

interface RestoreRequest {
  userId: string
  /** The account that restores this one. */
  actor: string
  client: Client
}

/** Deletes accounts, at once or after a grace period in which they can be restored. */
export function deletionService(dependencies: Dependencies) {
  const { account, audit, profile, sessions, stepUp, mailTokens, mailQueue, mails, erasures } = dependencies
  const { secondFactors, proofs, startErasure, database, gracePeriod, clock } = dependencies

  /** Removes the account, so that nobody can sign in or restore it, and its username is free. Needs a transaction. */
  async function removeAccount({ id }: Account, client: Client | null): Promise<void> {
    // Read within the transaction: the account may have been restored, or have another address.
    const credentials = await account.findById(id)
    if (!credentials) return
    // The erasure replaces the user in this entry by a pseudonym, too.
    await audit.record({ actor: null, subject: id, action: 'ACCOUNT_ERASED', client: null })
    await sessions.endAll(id)
    await mailTokens.erase(id)
    await account.remove(credentials.account)
    const erasure = { startedAt: clock(), pseudonym: createPseudonym() }
    await erasures.insert({ userId: id, ...recipientOf(credentials.account, client), ...erasure })
  }

  /**
   * Deletes an account whose owner has confirmed the deletion. Unconfirmed registrations are removed at once: without the
   * confirmation, their owners could not sign in to restore them.
   */
  async function requestDeletion(
    owner: Account,
    { immediately, actor, client, requestId }: DeletionRequest,
  ): Promise<User> {
    await account.assertNotLastAdministrator(owner)
    await audit.record({ actor, subject: owner.id, action: 'DELETION_REQUESTED', client })
    const now = clock()
    if (immediately || isUnconfirmedRegistration(owner)) {
      const user = await profile.get(owner.id)
      await removeAccount(owner, client)
      database.afterCommit(() => startErasure(requestId))
      return { ...user, deletesAt: now }
    }
    // A second request does not extend the grace period.
    const deletesAt = owner.deletesAt ?? new Date(now.getTime() + gracePeriod)
    await sessions.endAll(owner.id)
    await mailTokens.erase(owner.id)
    await account.scheduleDeletion(owner.id, deletesAt)
    await profile.recordChange(owner.id)
    const options = { userId: owner.id, purpose: 'deletion-scheduled', requestId }
    await mailQueue.enqueue(mails.deletionScheduled(recipientOf(owner, client), deletesAt), options)
    return profile.get(owner.id)
  }

  return {
    removeAccount,
    requestDeletion,

    /**
     * Deletes the account at once or after the grace period, and signs out everywhere.
     * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE, CONFLICT
     */
    delete: ({ viewer, password, immediately }: OwnDeletion, client: Client): Promise<User> =>
      stepUp.run(
        { viewer, password, path: 'input.password', client },
        ({ account: owner }) =>
          () =>
            requestDeletion(owner, { immediately, actor: viewer.id, client }),
      ),

    /** Finds the owner of a mailed link; null if it is not valid. Does not use up the link. */
    async findLink(token: string): Promise<{ owner: Account; asksForCode: boolean } | null> {
      const userId = await mailTokens.findUserId(token, 'delete-account', clock())
      const owner = userId === null ? undefined : (await account.findById(userId))?.account
      return owner ? { owner, asksForCode: await secondFactors.isEnabled(owner.id) } : null
    },

    /**
     * Deletes the account of a mailed link. If its second factor is on, the mailbox alone does not suffice.
     * @throws AppError INVALID_TOKEN, INVALID_CODE, CONFLICT, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async deleteByLink(
      { token, immediately, proof }: DeletionByLink,
      { client, requestId }: Origin,
    ): Promise<User> {
      const userId = await mailTokens.findUserId(token, 'delete-account', clock())
      if (userId === null) throw invalidMailLink()
      const redeem = async () => {
        if ((await mailTokens.consume(token, 'delete-account', clock())) === null) return null
        const owner = (await account.findById(userId))?.account
        return owner ? requestDeletion(owner, { immediately, actor: userId, client, requestId }) : null
      }
      const deleted = await (proof
        ? proofs.confirm(userId, proof, client, redeem)
        : transactionOnce(database, userId, async () => {
            if (await secondFactors.isEnabled(userId)) throw invalidCode('code')
            return redeem()
          }))
      if (!deleted) throw invalidMailLink()
      return deleted
    },

    /** Cancels a scheduled deletion, if there is one. @throws AppError NOT_FOUND; CONFLICT if the account is due */
    restore: ({ userId, actor, client }: RestoreRequest): Promise<User> =>
      database.transaction(userId, async () => {
        const before = await account.get(userId)
        if (before.deletesAt === null) return profile.get(userId)
        if (!(await account.cancelDeletion(userId)))
          throw conflict('The account can no longer be restored: it is being deleted.')
        await profile.recordChange(userId)
        sessions.publishAccountState(userId)
        await audit.record({ actor, subject: userId, action: 'ACCOUNT_RESTORED', client })
        const options = { userId, purpose: 'deletion-canceled' }
        await mailQueue.enqueue(mails.deletionCanceled(recipientOf(before, client)), options)
        return profile.get(userId)
      }),
  }
}

/** Guests, and accounts of a provider that confirms no address, have a placeholder, and can sign in without an address. */
const isUnconfirmedRegistration = ({ verified, email }: Account): boolean =>
  !verified && !isPlaceholderEmail(email)

export type DeletionService = ReturnType<typeof deletionService>
