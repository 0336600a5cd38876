import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.js'
import { AppError, notFound, unavailable } from '../../errors.js'
import { days, minutes, seconds } from '../../lib/quantities.js'
import { foldCase } from '../../lib/text.js'
import { checkedFields } from './fields.js'
import { changeProfile } from './profile-changes.js'
import type { UserFields, UserStore } from './store.js'
import type { Account, NewAccount, ProfileImage, User, UserChanges } from './models.js'
import type { UsernameClaimStore } from './username-claim-store.js'

/** How long an account that nobody confirmed is kept, in milliseconds. */
const unverifiedLifetime = 7 * days
/** How long a new name is kept from others while an account takes it, in milliseconds. */
const renameLifetime = 1 * minutes
/** How stale the answer to "may this token still be used?" can be on other instances, in milliseconds. */
const accountStateLifetime = 15 * seconds
/** How often a change of a profile begins anew because another one came first. */
const updateAttempts = 20

export interface AccountState {
  enabled: boolean
  verified: boolean
  tokensValidFrom: number
}

interface Dependencies {
  users: UserStore
  events: Events
  usernameClaims: UsernameClaimStore
  clock: () => Date
}

export function userService({ users, usernameClaims, events, clock }: Dependencies) {
  const states = new LRUCache<string, AccountState & { readAt: number }>({ max: 50_000 })
  const thisSecond = () => Math.floor(clock().getTime() / seconds)
  // A token carries whole seconds: those of the second that is running are refused, too.
  const nextSecond = () => thisSecond() + 1
  // What was read before a change must not be remembered after it.
  let changes = 0
  const forget = (id: string) => {
    changes++
    states.delete(id)
  }

  const topic = (id: string) => `account:${id}`
  const announce = (id: string) => events.publish(topic(id), '')

  const revocations = (id: string) => `tokens:${id}`
  /** Has the tokens of connections that are open judged anew, here and on other instances. */
  const announceRevocation = (id: string) => {
    forget(id)
    events.publish(revocations(id), '')
  }

  const get = async (id: string): Promise<User> => {
    const account = await users.findById(id)
    if (!account) throw notFound('user')
    return account.user
  }

  /** Null if the account is not as it was any more. */
  async function write(before: User, fields: UserFields): Promise<User | null> {
    const updated = await users.update(before, fields)
    if (updated === 'username') throw usernameTaken('CONFLICT')
    return updated
  }

  /** @param lifetime in milliseconds */
  async function claim(username: string, lifetime: number, codeIfTaken: 'CONFLICT' | 'USERNAME_TAKEN') {
    const now = clock()
    const claimed = await usernameClaims.claim(username, now, new Date(now.getTime() + lifetime))
    // Looked up after the claim: from now on no other account can get the name.
    if (claimed && !(await users.isUsernameTaken(username))) return
    if (claimed) await usernameClaims.release(username)
    throw usernameTaken(codeIfTaken)
  }

  /** A name that a registration claims is taken here, too: otherwise trying it would tell a known address. */
  async function rename(before: User, fields: UserFields & { username: string }): Promise<User | null> {
    await claim(fields.username, renameLifetime, 'CONFLICT')
    try {
      return await write(before, fields)
    } finally {
      await usernameClaims.release(fields.username)
    }
  }

  return {
    /** @throws AppError NOT_FOUND */
    get,

    /** A user as others may see it: those who cannot sign in do not exist. @throws AppError NOT_FOUND */
    async getVisible(id: string): Promise<User> {
      const account = await users.findById(id)
      if (!account?.user.enabled || !account.user.verified) throw notFound('user')
      return account.user
    },

    /** @throws AppError BAD_USER_INPUT, CONFLICT, NOT_FOUND */
    async update(id: string, wanted: UserChanges): Promise<User> {
      const fields = checkedFields(wanted)
      for (let attempt = 0; attempt < updateAttempts; attempt++) {
        const current = await get(id)
        if (wanted.profile !== undefined)
          fields.profile = changeProfile(current.profile, wanted.profile, clock())
        if (Object.keys(fields).length === 0) return current

        const updated = await (renames(current, fields) ? rename(current, fields) : write(current, fields))
        if (updated) {
          announce(id)
          return updated
        }
      }
      throw unavailable('The profile is being changed from elsewhere. Try again in a moment.')
    },

    accountById: (id: string): Promise<Account | null> => users.findById(id),
    accountByEmail: (email: string): Promise<Account | null> => users.findByEmail(email),

    /**
     * Keeps a username for a registration, as long as its account can stay unconfirmed: it is taken from now on,
     * whether the address turns out to be known or not.
     * @throws AppError USERNAME_TAKEN
     */
    claimUsername: (username: string): Promise<void> => claim(username, unverifiedLifetime, 'USERNAME_TAKEN'),

    /**
     * @returns the new user, or null where the address has an account already
     * @throws AppError USERNAME_TAKEN
     */
    async create(account: NewAccount): Promise<User | null> {
      const now = clock()
      const created = await users.insert(account, now, new Date(now.getTime() + unverifiedLifetime))
      if (created === 'username') throw usernameTaken('USERNAME_TAKEN')
      return created === 'email' ? null : created
    },

    async recordLogin(account: Account, passwordHash: string): Promise<Account | null> {
      return users.recordLogin(account, passwordHash, clock())
    },

    async verify(id: string): Promise<boolean> {
      const user = await users.verify(id)
      forget(id)
      // The account itself keeps the name from now on.
      if (user) await usernameClaims.release(user.username)
      announce(id)
      return user !== null
    },

    /** Whoever could read the mail owns the address, so this verifies it, too. Every token is refused from now on. */
    async setPassword(id: string, passwordHash: string): Promise<boolean> {
      const changed = await users.setPassword(id, passwordHash, nextSecond())
      announceRevocation(id)
      return changed
    },

    async setEnabled(id: string, enabled: boolean): Promise<User> {
      const user = enabled ? await users.enable(id) : await users.disable(id, nextSecond())
      announceRevocation(id)
      if (!user) throw notFound('user')
      announce(id)
      return user
    },

    async revokeTokens(id: string): Promise<void> {
      await users.revokeTokens(id, nextSecond())
      announceRevocation(id)
    },

    /** Whether tokens of this account are still good; at most 15 seconds old. Null if the account is gone. */
    async accountState(id: string): Promise<AccountState | null> {
      const readAt = clock().getTime()
      const known = states.get(id)
      // Either way: a clock that was set back must not prolong what is remembered.
      if (known && Math.abs(readAt - known.readAt) <= accountStateLifetime) return known
      const before = changes
      const account = await users.findById(id)
      if (!account) return null
      const { enabled, verified } = account.user
      const state = { enabled, verified, tokensValidFrom: account.tokensValidFrom, readAt }
      if (changes === before) states.set(id, state)
      return state
    },

    async nextPhotoSequence(id: string): Promise<number> {
      const sequence = await users.nextPhotoSequence(id)
      if (sequence === null) throw notFound('user')
      return sequence
    },

    /** Makes it the profile image, unless a later one already is. */
    async setProfileImage(id: string, { fileKey, uploadedAt, sequence }: ProfileImage): Promise<void> {
      await users.setProfileImage(id, { fileKey, uploadedAt, sequence })
      announce(id)
    },

    /** Gives up a profile image for another, if it still is the one with that key. */
    async replaceProfileImage(id: string, fileKey: string, image: ProfileImage | null): Promise<void> {
      const next = image && { fileKey: image.fileKey, uploadedAt: image.uploadedAt, sequence: image.sequence }
      await users.replaceProfileImage(id, fileKey, next)
      announce(id)
    },

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

export type UserService = ReturnType<typeof userService>

/** Another spelling of the name one has is not another name. */
const renames = (current: User, fields: UserFields): fields is UserFields & { username: string } =>
  fields.username !== undefined && foldCase(fields.username) !== foldCase(current.username)

const usernameTaken = (code: 'CONFLICT' | 'USERNAME_TAKEN') => new AppError(code, 'This username is taken.')
