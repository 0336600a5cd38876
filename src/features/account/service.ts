import { LRUCache } from 'lru-cache'
import { AppError, notFound } from '../../errors.js'
import { days, minutes, seconds } from '../../lib/quantities.js'
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
/** How stale the answer to "may this token still be used?" can be on other instances, in milliseconds. */
const accountStateLifetime = 15 * seconds

export interface AccountState {
  enabled: boolean
  tokensValidFrom: number
}

interface Dependencies {
  accounts: AccountStore
  usernameClaims: UsernameClaimStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  clock: () => Date
}

export function accountService({ accounts, usernameClaims, database, events, clock }: Dependencies) {
  const states = new LRUCache<string, AccountState & { readAt: number }>({ max: 50_000 })
  // A token carries whole seconds: those of the second that is running are refused, too.
  const nextSecond = () => Math.floor(clock().getTime() / seconds) + 1
  // What was read before a change must not be remembered after it.
  let changes = 0
  const forget = (id: string) => {
    changes++
    states.delete(id)
  }

  const topic = (id: string) => `account:${id}`
  const announce = (id: string) => database.afterCommit(() => events.publish(topic(id), ''))

  const revocations = (id: string) => `tokens:${id}`
  /**
   * Has the tokens of connections that are open judged anew, here and on other instances. Here without a look into
   * the database: what is sent after a revocation is not done.
   */
  const announceRevocation = ({ account: { id, enabled }, tokensValidFrom }: Credentials) =>
    database.afterCommit(() => {
      events.publish(revocations(id), '')
      forget(id)
      states.set(id, { enabled, tokensValidFrom, readAt: clock().getTime() })
    })

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

    /** Whoever could read the mail owns the address, so this verifies it, too. Every token is refused from now on. */
    async setPassword(id: string, passwordHash: string): Promise<boolean> {
      const changed = await accounts.setPassword(id, passwordHash, nextSecond())
      if (changed) announceRevocation(changed)
      return changed !== null
    },

    /** @throws AppError NOT_FOUND */
    async setEnabled(id: string, enabled: boolean): Promise<void> {
      const changed = enabled ? await accounts.enable(id) : await accounts.disable(id, nextSecond())
      if (!changed) throw notFound('user')
      announceRevocation(changed)
      announce(id)
    },

    async revokeTokens(id: string): Promise<void> {
      const changed = await accounts.revokeTokens(id, nextSecond())
      if (changed) announceRevocation(changed)
    },

    /** Whether tokens of this account are still good; at most 15 seconds old. Null if the account is gone. */
    async state(id: string): Promise<AccountState | null> {
      const readAt = clock().getTime()
      const known = states.get(id)
      // Either way: a clock that was set back must not prolong what is remembered.
      if (known && Math.abs(readAt - known.readAt) <= accountStateLifetime) return known
      const before = changes
      const found = await accounts.findById(id)
      if (!found) return null
      const state = { enabled: found.account.enabled, tokensValidFrom: found.tokensValidFrom, readAt }
      if (changes === before) states.set(id, state)
      return state
    },

    /** Tells who follows the account that something of it has changed. */
    announce,

    /** An event each time the account changes, from now on. */
    changes: (id: string): AsyncIterableIterator<unknown> => events.subscribe(topic(id)),

    /**
     * Calls the listener when tokens of the account may have been revoked, on whichever instance.
     * @returns ends the listening
     */
    onTokensRevoked: (id: string, listener: () => void): (() => void) =>
      events.listen(revocations(id), () => {
        forget(id)
        listener()
      }),
  }
}

export type AccountService = ReturnType<typeof accountService>
