import { AppError, conflict, forbidden, notFound } from '../../../errors.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import { days, minutes } from '../../../lib/quantities.js'
import { foldCase } from '../../../lib/text.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import { requireViewer, type RequestContext, type Role, type Viewer } from '../../../viewer.js'
import type { AuditEvent } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import { generateUsername, placeholderEmail } from './generated-names.js'
import type {
  Account,
  AccountFilter,
  Credentials,
  GeneratedAccount,
  GuestUpgrade,
  NewAccount,
} from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'

/** How long unconfirmed accounts and the username claims of registrations are kept, in milliseconds. */
const unverifiedLifetime = 7 * days
/** How long the claim of a rename lasts; the account then has the name. In milliseconds. */
const renameLifetime = 1 * minutes

/** The topic of events with the id of an account whose language has changed. */
export const localeChangedTopic = 'account-locale-changed'

interface Dependencies {
  accounts: AccountStore
  usernameClaims: UsernameClaimStore
  audit: AuditService
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  /** Whether administrators need a second factor in their session. */
  requiresSecondFactor: boolean
  clock: () => Date
}

export function accountService(dependencies: Dependencies) {
  const { accounts, usernameClaims, audit, database, events, requiresSecondFactor, clock } = dependencies
  const topic = (id: string) => `account:${id}`
  const publishChange = (id: string) => database.afterCommit(() => events.publish(topic(id), ''))

  /**
   * Claims a username for a registration. A name is taken if an account has it or another registration has claimed it;
   * otherwise, trying a name would reveal known addresses. An address can register again with the name it has claimed, so
   * that a request can be repeated. This ends with the confirmation, since others then see the name.
   * @throws AppError USERNAME_TAKEN
   */
  async function claimToRegister({ email, username }: NewAccount, now: Date, until: Date) {
    const id = usernameClaims.idOf(email)
    const claimant = await usernameClaims.findClaimant(username, now)
    const holder = await accounts.findByUsername(username)
    const isOwn =
      holder && foldCase(holder.email) === foldCase(email) && (!holder.verified || claimant === id)
    if ((holder && !isOwn) || (claimant !== null && claimant !== id))
      throw usernameTaken('USERNAME_TAKEN', 'username')
    await usernameClaims.claim(id, username, until)
  }

  /** @throws AppError CONFLICT */
  async function claimToRename({ id, email }: Account, username: string, now: Date) {
    const claimant = await usernameClaims.findClaimant(username, now)
    const isClaimed = claimant !== null && claimant !== id && claimant !== usernameClaims.idOf(email)
    if (isClaimed || (await accounts.findByUsername(username))) throw usernameTaken('CONFLICT')
    await usernameClaims.claim(id, username, new Date(now.getTime() + renameLifetime))
  }

  /** Releases the registration's claim of the username. @returns false if there is no such account */
  async function releaseClaim(claimedBy: Credentials | null): Promise<boolean> {
    if (claimedBy)
      await usernameClaims.release(usernameClaims.idOf(claimedBy.account.email), claimedBy.account.username)
    return claimedBy !== null
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
    await usernameClaims.erase(account)
    publishChange(account.id)
  }

  /**
   * Asserts that another administrator remains. Call it in the transaction that removes the account or its role.
   * @throws AppError CONFLICT
   */
  async function assertNotLastAdministrator(account: Account): Promise<void> {
    const { id, role, enabled, verified, deletesAt } = account
    const isActiveAdministrator = role === 'ADMIN' && enabled && verified && deletesAt === null
    if (isActiveAdministrator && !(await accounts.hasOtherAdministrator(id)))
      throw conflict('This is the last administrator. Make another user an administrator first.')
  }

  /** Does nothing if the account has the role. @throws AppError NOT_FOUND, CONFLICT for the last administrator */
  async function setRole(
    id: string,
    role: Role,
    initiator: Pick<AuditEvent, 'actor' | 'client'>,
  ): Promise<void> {
    await database.transaction(id, async () => {
      const before = await get(id)
      if (before.role === role) return
      if (role === 'USER') await assertNotLastAdministrator(before)
      await accounts.setRole(id, role)
      const action = role === 'ADMIN' ? 'ADMIN_ROLE_GRANTED' : 'ADMIN_ROLE_REVOKED'
      await audit.record({ ...initiator, subject: id, action })
      publishChange(id)
    })
  }

  /** Checks the current role of an account, not the one in a token. @throws AppError FORBIDDEN */
  async function assertAdmin(id: string): Promise<void> {
    const found = await accounts.findById(id)
    if (found?.account.role !== 'ADMIN' || !found.account.enabled)
      throw forbidden('Only administrators can do this.')
  }

  return {
    get,

    findById: (id: string): Promise<Credentials | null> => accounts.findById(id),
    findByEmail: (email: string): Promise<Credentials | null> => accounts.findByEmail(email),

    /** Finds the password hash with the most bcrypt rounds. Null without accounts. */
    findCostliestHash: (): Promise<string | null> => accounts.findCostliestHash(),

    /**
     * Creates an account, or replaces the unconfirmed one of the address. Claims the username for as long as the account
     * can stay unconfirmed, whether or not the address is known, so that concurrent registrations of a name conflict.
     * @param onCreate runs in the same transaction, with the returned account
     * @returns null if the address has a confirmed account
     * @throws AppError USERNAME_TAKEN
     */
    async create(
      account: NewAccount,
      onCreate: (created: Account | null, options: { isReplacement: boolean }) => Promise<void> = () =>
        Promise.resolve(),
    ): Promise<Account | null> {
      const id = accounts.newId()
      const now = clock()
      const until = new Date(now.getTime() + (account.verified ? 0 : unverifiedLifetime))
      const unverifiedUntil = account.verified ? null : until
      return database.transaction(usernameClaims.idOf(account.email), async () => {
        await accounts.deleteExpired(account.email, account.username, now)
        const before = await accounts.findByEmail(account.email)
        // An earlier run with an unknown outcome has created it, since every hash is unique.
        if (before?.passwordHash === account.passwordHash) return before.account
        await claimToRegister(account, now, until)
        const isReplacement = before !== null && !before.account.verified
        if (isReplacement) await accounts.replace(before.account.id, account, now, unverifiedUntil)
        if (!before) await accounts.insert(id, account, now, unverifiedUntil)
        const created = before?.account.verified ? null : await get(before?.account.id ?? id)
        await onCreate(created, { isReplacement })
        return created
      })
    },

    /**
     * Creates an account with a generated username, or replaces the unconfirmed one of the address.
     * @param onCreate runs in the same transaction, with the returned account
     * @returns null if the address has a confirmed account
     */
    async createGenerated(
      { email, usernamePrefix, ...names }: GeneratedAccount,
      onCreate: (created: Account) => Promise<void>,
    ): Promise<Account | null> {
      const id = accounts.newId()
      const username = generateUsername(usernamePrefix)
      const now = clock()
      const address = { email: email ?? placeholderEmail(id), verified: email !== null }
      const account = { ...names, ...address, username, passwordHash: null, role: 'USER' } as const
      return database.transaction(email === null ? id : usernameClaims.idOf(email), async () => {
        // An earlier run with an unknown outcome has created it.
        const existing = await accounts.findByUsername(username)
        if (existing) return existing
        await accounts.deleteExpired(account.email, username, now)
        const before = (await accounts.findByEmail(account.email))?.account
        if (before?.verified) return null
        if (before) {
          await usernameClaims.erase(before)
          await accounts.replace(before.id, account, now, null)
        } else await accounts.insert(id, account, now, null, { isGuest: usernamePrefix === 'guest' })
        const created = await get(before?.id ?? id)
        await onCreate(created)
        return created
      })
    },

    /**
     * Makes a guest permanent, in a transaction.
     * @returns null if the account is no guest
     * @throws DuplicateKeyError if another account has the address or the username
     */
    async upgradeGuest(id: string, upgrade: GuestUpgrade): Promise<Account | null> {
      if (!(await accounts.findById(id))?.account.isGuest) return null
      const holder = upgrade.email === undefined ? null : await accounts.findByEmail(upgrade.email)
      // An unconfirmed registration of the address gives way.
      if (holder && !holder.account.verified) await remove(holder.account)
      const upgraded = await accounts.upgradeGuest(id, upgrade)
      if (upgraded) publishChange(id)
      return upgraded?.account ?? null
    },

    findRegisteringGuest: accounts.findRegisteringGuest,

    findRegistration: accounts.findRegistration,

    /** A change of case needs no claim. @throws AppError CONFLICT, NOT_FOUND */
    async rename(id: string, username: string): Promise<void> {
      await database.transaction(id, async () => {
        const before = await accounts.findById(id)
        if (!before) throw notFound('user')
        if (foldCase(before.account.username) !== foldCase(username))
          await claimToRename(before.account, username, clock())
        await accounts.rename(id, username)
        await audit.record({ actor: id, subject: id, action: 'USERNAME_CHANGED', client: null })
      })
    },

    /** Replaces an outdated hash. @returns false if the account has changed since its password was checked */
    renewPasswordHash: (credentials: Credentials, newHash: string): Promise<boolean> =>
      accounts.renewPasswordHash(credentials, newHash),

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

    /** @throws AppError UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_SETUP_REQUIRED */
    async requireAdmin(context: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
      const viewer = requireViewer(context)
      await assertAdmin(viewer.id)
      if (requiresSecondFactor && !viewer.hasSecondFactor) throw secondFactorSetupRequired()
      return viewer
    },

    assertAdmin,

    /** Gives an account the role ADMIN on behalf of the operator. @throws AppError NOT_FOUND */
    promote: (id: string): Promise<void> => setRole(id, 'ADMIN', { actor: null, client: null }),

    setRole,

    assertNotLastAdministrator,

    list: (filter: AccountFilter, page: PageArguments): Promise<Page<Account, null>> =>
      accounts.page(filter, page),

    /** Finds the account with a username or an address. */
    findByName: async (name: string): Promise<Account | null> =>
      (await accounts.findByUsername(name)) ?? (await accounts.findByEmail(name))?.account ?? null,

    /** Finds accounts whose username or address starts with the text, ordered by username. */
    findByPrefix: (text: string, filter: AccountFilter, limit: number): Promise<Account[]> =>
      accounts.findByPrefix(text, filter, limit),

    /** Makes concurrent removals of ways to sign in conflict. Call it in their transactions. @throws AppError NOT_FOUND */
    async recordWaysInChange(id: string): Promise<Account> {
      const changed = await accounts.recordWaysInChange(id)
      if (!changed) throw notFound('user')
      return changed.account
    },

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

const secondFactorSetupRequired = () =>
  new AppError(
    'SECOND_FACTOR_SETUP_REQUIRED',
    'Administrators need a second factor here. Turn it on with startSecondFactor, or sign in with it.',
  )

const usernameTaken = (code: 'CONFLICT' | 'USERNAME_TAKEN', field?: string) =>
  new AppError(code, 'This username is taken.', field === undefined ? {} : { field })
