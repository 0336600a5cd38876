import { AppError } from '../../../../errors.js'
import { days } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { secondsUntilReset, type Counter } from '../../../../platform/counters/counters.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Client } from '../../../../viewer.js'
import type { Account, GuestUpgrade } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { ProfileService } from '../../profile/service.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { SessionService } from '../sign-in/sessions.js'
import type { GuestStore } from './store.js'

/** How often the use of a guest is recorded. */
const useInterval = 1 * days
const batchSize = 100

interface Dependencies {
  account: AccountService
  audit: Pick<AuditService, 'record'>
  signIn: SignInService
  sessions: Pick<SessionService, 'publishAccountState'>
  database: Pick<Database, 'transaction'>
  profile: Pick<ProfileService, 'recordChange'>
  store: GuestStore
  throttle: Pick<LoginThrottle, 'attemptFromAddress'>
  /** Counts the guests that a client creates. */
  created: Counter
  isEnabled: boolean
  /** How long an unused guest is kept, in milliseconds. */
  lifetime: number
  clock: () => Date
}

/** Accounts without any way to sign in but a token on the device, which can become permanent. */
export function guestService(dependencies: Dependencies) {
  const { account, audit, signIn, sessions, database, profile, store, throttle } = dependencies
  const { created, isEnabled, lifetime, clock } = dependencies

  const startGuestSession = (userId: string, client: Client): Promise<Login | null> =>
    signIn.startSession(userId, { method: 'GUEST', client }, async () => {
      const owner = (await account.findById(userId))?.account
      if (!owner?.isGuest || !(await store.recordUse(userId, clock()))) return false
      signIn.assertMaySignIn(owner, invalidGuestToken)
      return true
    })

  return {
    /**
     * Creates a guest.
     * @returns its session, and the token with which the device signs in again
     * @throws AppError GUESTS_DISABLED, TOO_MANY_REQUESTS
     */
    async create(client: Client): Promise<Login & { guestToken: string }> {
      if (!isEnabled)
        throw new AppError('GUESTS_DISABLED', 'This service has no guests. Register an account.')
      const count = await created.consume(client.address)
      if (!count.allowed)
        throw new AppError('TOO_MANY_REQUESTS', 'Too many guests in a short time. Try again later.', {
          retryAfter: secondsUntilReset(count),
          exceeded: count,
        })
      const guestToken = randomToken()
      const details = { email: null, usernamePrefix: 'guest', locale: client.locale } as const
      let login = null as Login | null
      await account.createGenerated({ ...details, firstName: null, lastName: null }, async ({ id }) => {
        await store.insert(id, guestToken, clock())
        await audit.record({ actor: id, subject: id, action: 'GUEST_CREATED', client })
        login = await startGuestSession(id, client)
      })
      if (!login) throw invalidGuestToken()
      return { ...login, guestToken }
    },

    /** Signs in with the token of a guest. @throws AppError INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_REQUESTS */
    async signIn(guestToken: string, client: Client): Promise<Login> {
      const login = await throttle.attemptFromAddress(client.address, hashDeadline(), async () => {
        const userId = await store.findUserId(guestToken)
        return userId === null ? null : startGuestSession(userId, client)
      })
      if (!login) throw invalidGuestToken()
      return login
    },

    /** Records that a guest is used, at most once a day. */
    recordUse: (userId: string): Promise<void> => {
      const now = clock()
      return store.recordUseSince(userId, new Date(now.getTime() - useInterval), now)
    },

    /**
     * Makes a guest permanent, in a transaction. Its token stops working.
     * @returns null if the account is no guest any more
     */
    async upgrade(userId: string, change: GuestUpgrade, client: Client): Promise<Account | null> {
      const upgraded = await account.upgradeGuest(userId, change)
      if (!upgraded) return null
      await store.delete(userId)
      await profile.recordChange(userId)
      await audit.record({ actor: userId, subject: userId, action: 'GUEST_UPGRADED', client })
      sessions.publishAccountState(userId)
      return upgraded
    },

    erase: store.delete,

    /** Erases the guests that were not used for too long. Several instances may run it at once. */
    async removeUnused(removeAccount: (guest: Account, client: null) => Promise<void>): Promise<void> {
      const since = new Date(clock().getTime() - lifetime)
      for (;;) {
        const unused = await store.findUnused(since, batchSize)
        for (const userId of unused)
          await database.transaction(userId, async () => {
            // A guest that is used or becomes permanent at the same time stays.
            if (!(await store.deleteUnused(userId, since))) return
            const guest = (await account.findById(userId))?.account
            if (guest?.isGuest) await removeAccount(guest, null)
          })
        if (unused.length < batchSize) return
      }
    },
  }
}

export type GuestService = ReturnType<typeof guestService>

const invalidGuestToken = () =>
  new AppError(
    'INVALID_CREDENTIALS',
    'The guest no longer exists, or is a permanent account. Sign in instead.',
  )
