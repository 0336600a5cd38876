import { AppError, conflict, forbidden, notFound } from '../../../errors.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import { days, minutes } from '../../../lib/quantities.js'
import { foldCase } from '../../../lib/text.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import { requireViewer, type RequestContext, type Role, type Viewer } from '../../../viewer.js'
import type { AuditEvent } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import type { Account, AccountFilter, Credentials, NewAccount } from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'

/** How long an account that nobody confirmed is kept, and a username that was tried looks taken, in milliseconds. */
const unverifiedLifetime = 7 * days
/** How long a claim lasts whose name an account has from then on, in milliseconds. */
const renameLifetime = 1 * minutes

/** The topic of events that carry the id of an account whose language has changed. */
export const localeChangedTopic = 'account-locale-changed'

interface Dependencies {
  accounts: AccountStore
  usernameClaims: UsernameClaimStore
  audit: AuditService
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  clock: () => Date
}

export function accountService({ accounts, usernameClaims, audit, database, events, clock }: Dependencies) {
  const topic = (id: string) => `account:${id}`
  const publishChange = (id: string) => database.afterCommit(() => events.publish(topic(id), ''))

  /**
   * Keeps a name from everybody else: neither an account has it nor a registration that tried it, since trying it would
   * tell a known address otherwise. What an address has claimed it may register with again, so that a registration
   * whose answer was lost can be sent once more. That ends when it is confirmed: from then on others see the name.
   * @throws AppError USERNAME_TAKEN
   */
  async function claimToRegister({ email, username }: NewAccount, now: Date, until: Date) {
    const id = usernameClaims.idOf(email)
    const claimant = await usernameClaims.findClaimant(username, now)
    const holder = await accounts.findByUsername(username)
    const isOwn =
      holder && foldCase(holder.email) === foldCase(email) && (!holder.verified || claimant === id)
    if ((holder && !isOwn) || (claimant !== null && claimant !== id))
      throw taken('USERNAME_TAKEN', 'username')
    await usernameClaims.claim(id, username, until)
  }

  /** @throws AppError CONFLICT */
  async function claimToRename({ id, email }: Account, username: string, now: Date) {
    const claimant = await usernameClaims.findClaimant(username, now)
    const isClaimed = claimant !== null && claimant !== id && claimant !== usernameClaims.idOf(email)
    if (isClaimed || (await accounts.findByUsername(username))) throw taken('CONFLICT')
    await usernameClaims.claim(id, username, new Date(now.getTime() + renameLifetime))
  }

  /** False if there is no such account. */
  async function confirmed(known: Credentials | null): Promise<boolean> {
    if (known) await usernameClaims.release(usernameClaims.idOf(known.account.email), known.account.username)
    return known !== null
  }

  /** @throws AppError NOT_FOUND */
  async function get(id: string): Promise<Account> {
    const found = await accounts.findById(id)
    if (!found) throw notFound('user')
    return found.account
  }

  /**
   * Before somebody ceases to administer, in the transaction in which that happens: somebody has to stay who does.
   * @throws AppError CONFLICT
   */
  async function assertNotLastAdministrator(account: Account): Promise<void> {
    const { id, role, enabled, verified, deletesAt } = account
    const isAble = role === 'ADMIN' && enabled && verified && deletesAt === null
    if (isAble && !(await accounts.hasOtherAdministrator(id)))
      throw conflict('This is the last administrator. Make another user an administrator first.')
  }

  /** What somebody is already changes nothing. @throws AppError NOT_FOUND, CONFLICT for the last administrator */
  async function setRole(id: string, role: Role, by: Pick<AuditEvent, 'actor' | 'client'>): Promise<void> {
    await database.transaction(id, async () => {
      const before = await get(id)
      if (before.role === role) return
      if (role === 'USER') await assertNotLastAdministrator(before)
      await accounts.setRole(id, role)
      const action = role === 'ADMIN' ? 'ADMINISTRATOR_APPOINTED' : 'ADMINISTRATOR_DISMISSED'
      await audit.record({ ...by, subject: id, action })
      publishChange(id)
    })
  }

  return {
    get,

    findById: (id: string): Promise<Credentials | null> => accounts.findById(id),
    findByEmail: (email: string): Promise<Credentials | null> => accounts.findByEmail(email),

    /** The password hash with the most rounds of bcrypt. Null without accounts. */
    findCostliestHash: (): Promise<string | null> => accounts.findCostliestHash(),

    /**
     * Makes an account, or replaces the one of the address that nobody has confirmed. The username is claimed from now
     * on, for as long as the account can stay unconfirmed, whether or not the address turns out to be known:
     * registrations of one name meet at the claim.
     * @param conclude writes what belongs to it in the same transaction; it gets null where null is returned
     * @returns null where the address has a confirmed account already
     * @throws AppError USERNAME_TAKEN
     */
    async create(
      account: NewAccount,
      conclude: (made: Account | null, options: { isReplacement: boolean }) => Promise<void> = () =>
        Promise.resolve(),
    ): Promise<Account | null> {
      const id = accounts.newId()
      const now = clock()
      const until = new Date(now.getTime() + (account.verified ? 0 : unverifiedLifetime))
      return database.transaction(usernameClaims.idOf(account.email), async () => {
        await accounts.deleteLapsed(account.email, account.username, now)
        const before = await accounts.findByEmail(account.email)
        // A run whose outcome nobody learned has made it: no two hashes are the same.
        if (before?.passwordHash === account.passwordHash) return before.account
        await claimToRegister(account, now, until)
        const isReplacement = before !== null && !before.account.verified
        if (isReplacement) await accounts.replace(before.account.id, account, now, until)
        if (!before) await accounts.insert(id, account, now, until)
        const made = before?.account.verified ? null : await get(before?.account.id ?? id)
        await conclude(made, { isReplacement })
        return made
      })
    },

    /** Another spelling of the name one has is not another name. @throws AppError CONFLICT, NOT_FOUND */
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

    /** Null if the account is not any more as it was when its password was checked. */
    recordLogin: (credentials: Credentials, newHash: string): Promise<Credentials | null> =>
      accounts.recordLogin(credentials, newHash, clock()),

    /** Judged by what the account is now, not by what its token says. @throws AppError UNAUTHENTICATED, FORBIDDEN */
    async requireAdmin(context: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
      const viewer = requireViewer(context)
      const known = await accounts.findById(viewer.id)
      if (known?.account.role !== 'ADMIN' || !known.account.enabled)
        throw forbidden('Only administrators can do this.')
      return viewer
    },

    /** Makes an administrator of somebody, as the operator wants it. @throws AppError NOT_FOUND */
    promote: (id: string): Promise<void> => setRole(id, 'ADMIN', { actor: null, client: null }),

    setRole,

    assertNotLastAdministrator,

    list: (filter: AccountFilter, page: PageArguments): Promise<Page<Account, null>> =>
      accounts.page(filter, page),

    /** Those whose username or address begins so, in the order of their usernames. */
    findByPrefix: (text: string, filter: AccountFilter, limit: number): Promise<Account[]> =>
      accounts.findByPrefix(text, filter, limit),

    async verify(id: string): Promise<boolean> {
      const isKnown = await confirmed(await accounts.verify(id))
      publishChange(id)
      return isKnown
    },

    /** Whoever could read the mail owns the address, so this verifies it, too. False if the account is gone. */
    setPassword: async (id: string, passwordHash: string): Promise<boolean> =>
      confirmed(await accounts.setPassword(id, passwordHash)),

    /** @throws AppError NOT_FOUND */
    async setEnabled(id: string, enabled: boolean): Promise<void> {
      if (!(await accounts.setEnabled(id, enabled))) throw notFound('user')
      publishChange(id)
    },

    /** @throws AppError NOT_FOUND; DuplicateKeyError where another account has the address */
    async setEmail(id: string, email: string): Promise<void> {
      if (!(await accounts.setEmail(id, email))) throw notFound('user')
      publishChange(id)
    },

    /** From now on it is to be deleted then. @throws AppError NOT_FOUND */
    async scheduleDeletion(id: string, deletesAt: Date): Promise<void> {
      if (!(await accounts.scheduleDeletion(id, deletesAt))) throw notFound('user')
      publishChange(id)
    },

    /** False unless it was to be deleted later than now. */
    async cancelDeletion(id: string): Promise<boolean> {
      const stays = (await accounts.cancelDeletion(id, clock())) !== null
      if (stays) publishChange(id)
      return stays
    },

    /** Those that are to be deleted by now, the ids in their order behind one of them. */
    findDueForDeletion: (limit: number, after: string | null): Promise<string[]> =>
      accounts.findDueForDeletion(clock(), limit, after),

    /** Deletes the account itself, so that its name and address are free: all that is left is to be erased. */
    async remove(account: Account): Promise<void> {
      await accounts.delete(account.id)
      await usernameClaims.erase(account)
      publishChange(account.id)
    },

    /** Tells who follows the account that something of it has changed. */
    publishChange,

    /** Has every instance answer the account's requests in its new language. */
    publishLocaleChange: (id: string): void =>
      database.afterCommit(() => events.publish(localeChangedTopic, id)),

    /** An event each time the account changes, from now on. */
    subscribeToChanges: (id: string): AsyncIterableIterator<unknown> => events.subscribe(topic(id)),
  }
}

export type AccountService = ReturnType<typeof accountService>

const taken = (code: 'CONFLICT' | 'USERNAME_TAKEN', field?: string) =>
  new AppError(code, 'This username is taken.', field === undefined ? {} : { field })
