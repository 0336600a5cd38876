import { AppError } from '../../../errors.js'
import { minutes } from '../../../lib/quantities.js'
import { foldCase } from '../../../lib/text.js'
import type { Account, Credentials, NewAccount } from './models.js'
import type { AccountStore } from './store.js'
import type { UsernameClaimStore } from './username-claim-store.js'

/** How long the claim of a rename lasts; the account then has the name. In milliseconds. */
const renameLifetime = 1 * minutes

interface Dependencies {
  accounts: Pick<AccountStore, 'findByUsername'>
  claims: UsernameClaimStore
}

/** Claims usernames, so that concurrent registrations and renames with one name conflict. */
export const usernameClaims = ({ accounts, claims }: Dependencies) => ({
  /**
   * Claims a username for a registration. A name is taken if an account has it or another registration has claimed it;
   * otherwise, trying a name would reveal known addresses. An address can register again with the name it has claimed, so
   * that a request can be repeated. This ends with the confirmation, since others then see the name.
   * @throws AppError USERNAME_TAKEN
   */
  async claimToRegister({ email, username }: NewAccount, now: Date, until: Date): Promise<void> {
    const id = claims.idOf(email)
    const claimant = await claims.findClaimant(username, now)
    const holder = await accounts.findByUsername(username)
    const isOwn =
      holder && foldCase(holder.email) === foldCase(email) && (!holder.verified || claimant === id)
    if ((holder && !isOwn) || (claimant !== null && claimant !== id)) throw usernameTaken('username')
    await claims.claim(id, username, until)
  },

  /** @param field the path of the username in the request @throws AppError USERNAME_TAKEN */
  async claimToRename({ id, email }: Account, username: string, field: string, now: Date): Promise<void> {
    const claimant = await claims.findClaimant(username, now)
    const isClaimed = claimant !== null && claimant !== id && claimant !== claims.idOf(email)
    if (isClaimed || (await accounts.findByUsername(username))) throw usernameTaken(field)
    await claims.claim(id, username, new Date(now.getTime() + renameLifetime))
  },

  /** Releases the claim of the registration that created the account. */
  releaseRegistration: ({ account }: Credentials): Promise<void> =>
    claims.release(claims.idOf(account.email), account.username),
})

export type UsernameClaims = ReturnType<typeof usernameClaims>

const usernameTaken = (field: string) => new AppError('USERNAME_TAKEN', 'This username is taken.', { field })
