import { AppError, notFound } from '../../errors.js'
import { days, minutes } from '../../lib/quantities.js'
import { foldCase } from '../../lib/text.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import type { Account, Credentials, NewAccount } from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'

/** How long an account that nobody confirmed is kept, and a username that was tried looks taken, in milliseconds. */
const unverifiedLifetime = 7 * days
/** How long a claim lasts whose name an account has from then on, in milliseconds. */
const renameLifetime = 1 * minutes
interface Dependencies {
  accounts: AccountStore
  usernameClaims: UsernameClaimStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  clock: () => Date
}

export function accountService({ accounts, usernameClaims, database, events, clock }: Dependencies) {
  const topic = (id: string) => `account:${id}`
  const announce = (id: string) => database.afterCommit(() => events.publish(topic(id), ''))

  /**
   * Keeps a name from everybody else: neither an account has it nor a registration that tried it, since trying it would
   * tell a known address otherwise.
   */
  async function claim(
    id: string,
    username: string,
    until: Date,
    codeIfTaken: 'CONFLICT' | 'USERNAME_TAKEN',
  ) {
    const holder = await accounts.findByUsername(username)
    const claimant = await usernameClaims.claimant(username, clock())
    if ((holder && holder.id !== id) || (claimant !== null && claimant !== id))
      throw new AppError(codeIfTaken, 'This username is taken.')
    await usernameClaims.claim(id, username, until)
  }

  return {
    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<Account> {
      const found = await accounts.findById(id)
      if (!found) throw notFound('user')
      return found.account
    },

    byId: (id: string): Promise<Credentials | null> => accounts.findById(id),
    byEmail: (email: string): Promise<Credentials | null> => accounts.findByEmail(email),

    /** The password hash with the most rounds of bcrypt. Null without accounts. */
    costliestHash: (): Promise<string | null> => accounts.costliestHash(),

    /**
     * The username is claimed from now on, for as long as the account can stay unconfirmed, whether or not the address
     * turns out to be known: registrations of one name meet at the claim.
     * @returns null where the address has an account already
     * @throws AppError USERNAME_TAKEN
     */
    async create(account: NewAccount): Promise<Account | null> {
      const id = accounts.newId()
      const now = clock()
      const until = new Date(now.getTime() + unverifiedLifetime)
      return database.transaction(id, async () => {
        // A run whose outcome nobody learned may have made it.
        const made = await accounts.findById(id)
        if (made) return made.account
        await accounts.deleteLapsed(account.email, account.username, now)
        await claim(id, account.username, until, 'USERNAME_TAKEN')
        if (await accounts.findByEmail(account.email)) return null
        await accounts.insert(id, account, now, until)
        return (await accounts.findById(id))?.account ?? null
      })
    },

    /** Another spelling of the name one has is not another name. @throws AppError CONFLICT, NOT_FOUND */
    async rename(id: string, username: string): Promise<void> {
      await database.transaction(id, async () => {
        const before = await accounts.findById(id)
        if (!before) throw notFound('user')
        if (foldCase(before.account.username) !== foldCase(username))
          await claim(id, username, new Date(clock().getTime() + renameLifetime), 'CONFLICT')
        await accounts.rename(id, username)
      })
    },

    /** Null if the account is not any more as it was when its password was checked. */
    recordLogin: (credentials: Credentials, newHash: string): Promise<Credentials | null> =>
      accounts.recordLogin(credentials, newHash, clock()),

    async verify(id: string): Promise<boolean> {
      const verified = await accounts.verify(id)
      announce(id)
      return verified !== null
    },

    /** Whoever could read the mail owns the address, so this verifies it, too. False if the account is gone. */
    setPassword: async (id: string, passwordHash: string): Promise<boolean> =>
      (await accounts.setPassword(id, passwordHash)) !== null,

    /** @throws AppError NOT_FOUND */
    async setEnabled(id: string, enabled: boolean): Promise<void> {
      if (!(await accounts.setEnabled(id, enabled))) throw notFound('user')
      announce(id)
    },

    /** Tells who follows the account that something of it has changed. */
    announce,

    /** An event each time the account changes, from now on. */
    changes: (id: string): AsyncIterableIterator<unknown> => events.subscribe(topic(id)),
  }
}

export type AccountService = ReturnType<typeof accountService>
