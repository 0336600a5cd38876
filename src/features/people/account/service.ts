import { notFound } from '../../../errors.js'
import { foldCase } from '../../../lib/text.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { AuditService } from '../audit/service.js'
import { administratorRole } from './administrator-role.js'
import { accountCreation } from './creation.js'
import type { Account, Credentials } from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'
import { usernameClaims } from './username-claims.js'

/** The topic of events with the id of an account whose language has changed. */
export const localeChangedTopic = 'account-locale-changed'

interface Dependencies {
  accounts: AccountStore
  claimStore: UsernameClaimStore
  audit: AuditService
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  /** True if administrators need a second factor in their session. */
  requiresSecondFactor: boolean
  clock: () => Date
}

export function accountService(dependencies: Dependencies) {
  const { accounts, claimStore, audit, database, events, requiresSecondFactor, clock } = dependencies
  const claims = usernameClaims({ accounts, claims: claimStore })
  const topic = (id: string) => `account:${id}`
  const publishChange = (id: string) => database.afterCommit(() => events.publish(topic(id), ''))

  /** Releases the username claim of a confirmed registration. @returns false if the account does not exist */
  async function releaseClaim(confirmed: Credentials | null): Promise<boolean> {
    if (confirmed) await claims.releaseRegistration(confirmed)
    return confirmed !== null
  }

  /** @throws AppError NOT_FOUND */
  async function get(id: string): Promise<Account> {
    const found = await accounts.findById(id)
    if (!found) throw notFound('user')
    return found.account
  }

  /** Deletes the account, so that its username and address are free. The erasure of its data follows. */
  async function remove(account: Account): Promise<void> {
    await accounts.delete(account.id)
    await claimStore.erase(account)
    publishChange(account.id)
  }

  return {
    ...accountCreation({ accounts, claimStore, claims, database, get, remove, publishChange, clock }),
    ...administratorRole({ accounts, audit, database, requiresSecondFactor, get, publishChange }),

    get,

    findById: accounts.findById,
    findByEmail: accounts.findByEmail,

    /** Finds the password hash with the most bcrypt rounds. Null without accounts. */
    findCostliestHash: accounts.findCostliestHash,

    findRegisteringGuest: accounts.findRegisteringGuest,
    findRegistration: accounts.findRegistration,

    /** The newest first. */
    list: accounts.page,

    /** Finds accounts whose username or address starts with the text, ordered by username. */
    findByPrefix: accounts.findByPrefix,

    /** Finds the account with a username or an address. */
    findByName: async (name: string): Promise<Account | null> =>
      (await accounts.findByUsername(name)) ?? (await accounts.findByEmail(name))?.account ?? null,

    /**
     * A change of case needs no claim.
     * @param field the path of the username in the request
     * @throws AppError USERNAME_TAKEN, NOT_FOUND
     */
    async rename(id: string, username: string, field: string): Promise<void> {
      await database.transaction(id, async () => {
        const before = await get(id)
        if (foldCase(before.username) !== foldCase(username))
          await claims.claimToRename(before, username, field, clock())
        await accounts.rename(id, username)
        await audit.record({ actor: id, subject: id, action: 'USERNAME_CHANGED', client: null })
      })
    },

    /** Replaces an outdated hash. @returns false if the account has changed since its password was checked */
    renewPasswordHash: accounts.renewPasswordHash,

    /**
     * Confirms the address of an unconfirmed account with a mailed code.
     * @param keepsPassword false to remove the password, which another person may have chosen
     */
    async confirmByCode(id: string, { keepsPassword }: { keepsPassword: boolean }): Promise<void> {
      await releaseClaim(await (keepsPassword ? accounts.verify(id) : accounts.verifyWithoutPassword(id)))
      publishChange(id)
    },

    /** Records that a session starts. @returns null if the account no longer exists */
    recordSignIn: async (id: string): Promise<Account | null> =>
      (await accounts.recordSignIn(id, clock()))?.account ?? null,

    /** Makes concurrent removals of ways to sign in conflict. Call it in their transactions. @throws AppError NOT_FOUND */
    async recordWaysInChange(id: string): Promise<Account> {
      const changed = await accounts.recordWaysInChange(id)
      if (!changed) throw notFound('user')
      return changed.account
    },

    /** Confirms the address of an account. @returns false if the account no longer exists */
    async verify(id: string): Promise<boolean> {
      const isKnown = await releaseClaim(await accounts.verify(id))
      publishChange(id)
      return isKnown
    },

    /** Sets the password and confirms the address. @returns false if the account no longer exists */
    setPassword: async (id: string, passwordHash: string): Promise<boolean> =>
      releaseClaim(await accounts.setPassword(id, passwordHash)),

    /** @throws AppError NOT_FOUND */
    async setEnabled(id: string, enabled: boolean): Promise<void> {
      if (!(await accounts.setEnabled(id, enabled))) throw notFound('user')
      publishChange(id)
    },

    /** @throws AppError NOT_FOUND; DuplicateKeyError if another account has the address */
    async setEmail(id: string, email: string): Promise<void> {
      if (!(await accounts.setEmail(id, email))) throw notFound('user')
      publishChange(id)
    },

    /** @throws AppError NOT_FOUND */
    async scheduleDeletion(id: string, deletesAt: Date): Promise<void> {
      if (!(await accounts.scheduleDeletion(id, deletesAt))) throw notFound('user')
      publishChange(id)
    },

    /** @returns false unless a deletion is scheduled and not due yet */
    async cancelDeletion(id: string): Promise<boolean> {
      const isCanceled = (await accounts.cancelDeletion(id, clock())) !== null
      if (isCanceled) publishChange(id)
      return isCanceled
    },

    /** Returns the ids of accounts that are due for deletion, in order, after the given id. */
    findDueForDeletion: (limit: number, after: string | null): Promise<string[]> =>
      accounts.findDueForDeletion(clock(), limit, after),

    remove,

    /** Publishes a change of the account to its subscribers after the commit. */
    publishChange,

    /** Makes every instance use the new language of the account. */
    publishLocaleChange: (id: string): void =>
      database.afterCommit(() => events.publish(localeChangedTopic, id)),

    /** Yields an event for each change of the account. */
    subscribeToChanges: (id: string): AsyncIterableIterator<unknown> => events.subscribe(topic(id)),
  }
}

export type AccountService = ReturnType<typeof accountService>
