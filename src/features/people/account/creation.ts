import { days } from '../../../lib/quantities.js'
import type { Database } from '../../../platform/database/database.js'
import { generateUsername, placeholderEmail } from './generated-names.js'
import type { Account, GeneratedAccount, GuestUpgrade, NewAccount } from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'
import type { UsernameClaims } from './username-claims.js'

/** How long unconfirmed accounts and the username claims of registrations are kept, in milliseconds. */
const unverifiedLifetime = 7 * days

interface Dependencies {
  accounts: AccountStore
  claimStore: UsernameClaimStore
  claims: Pick<UsernameClaims, 'claimToRegister'>
  database: Pick<Database, 'transaction'>
  get(id: string): Promise<Account>
  remove(account: Account): Promise<void>
  publishChange(id: string): void
  clock: () => Date
}

interface CreationOutcome {
  /** True if the address has a confirmed account, which stays as it is. */
  isKnown: boolean
  /** True if the account replaces an unconfirmed one. */
  isReplacement: boolean
  /** The id of the created account; of none if the address is known. */
  registrationId: string
}

/** Creates accounts, and makes those of guests permanent. */
export function accountCreation(dependencies: Dependencies) {
  const { accounts, claimStore, claims, database, get, remove, publishChange, clock } = dependencies
  return {
    /**
     * Creates an account, or replaces the unconfirmed one of the address. Claims the username for as long as the account
     * can stay unconfirmed, whether or not the address is known, so that concurrent registrations of a name conflict. Sends
     * equally many commands for known and unknown addresses, so that their time does not reveal whether one is known.
     * @param onCreate runs in the same transaction, with the account that has the address now
     * @returns null if the address has a confirmed account
     * @throws AppError USERNAME_TAKEN
     */
    async create(
      account: NewAccount,
      onCreate: (owner: Account, outcome: CreationOutcome) => Promise<void> = () => Promise.resolve(),
    ): Promise<Account | null> {
      const id = accounts.newId()
      const now = clock()
      const until = new Date(now.getTime() + (account.verified ? 0 : unverifiedLifetime))
      const unverifiedUntil = account.verified ? null : until
      return database.transaction(claimStore.idOf(account.email), async () => {
        await accounts.deleteExpired(account.email, account.username, now)
        const before = await accounts.findByEmail(account.email)
        // An earlier run with an unknown outcome has created it, since every hash is unique.
        if (before?.passwordHash === account.passwordHash) return before.account
        await claims.claimToRegister(account, now, until)
        // A confirmed account is not replaced.
        if (before) await accounts.replace(before.account.id, account, now, unverifiedUntil)
        else await accounts.insert(id, account, now, unverifiedUntil)
        const owner = await get(before?.account.id ?? id)
        const isKnown = before?.account.verified ?? false
        const isReplacement = before !== null && !isKnown
        await onCreate(owner, { isKnown, isReplacement, registrationId: isKnown ? id : owner.id })
        return isKnown ? null : owner
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
      return database.transaction(email === null ? id : claimStore.idOf(email), async () => {
        // An earlier run with an unknown outcome has created it.
        const existing = await accounts.findByUsername(username)
        if (existing) return existing
        await accounts.deleteExpired(account.email, username, now)
        const before = (await accounts.findByEmail(account.email))?.account
        if (before?.verified) return null
        if (before) {
          await claimStore.erase(before)
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
  }
}
