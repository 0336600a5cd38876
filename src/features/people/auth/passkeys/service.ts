import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError, notFound } from '../../../../errors.js'
import { minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { singleLine } from '../../../../lib/text.js'
import { DuplicateKeyError, type Database } from '../../../../platform/database/database.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { StepUpService } from '../step-up/service.js'
import type { WaysInService } from '../ways-in/service.js'
import type { ChallengeStore } from './challenge-store.js'
import type { Passkey, StoredPasskey } from './models.js'
import type { PasskeyStore } from './store.js'
import type { RegisteredCredential, WebAuthn } from './webauthn.js'

export const challengeLifetime = 5 * minutes
const maxPasskeys = 20
const maxNameLength = 100
const defaultName = 'Passkey'

interface Dependencies {
  account: Pick<AccountService, 'findById' | 'get' | 'recordWaysInChange'>
  audit: Pick<AuditService, 'record'>
  failures: Pick<LoginFailures, 'record'>
  challenges: ChallengeStore
  database: Pick<Database, 'transaction'>
  guests: Pick<GuestService, 'upgrade'>
  signIn: SignInService
  notices: Pick<SecurityNotices, 'enqueue'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  store: PasskeyStore
  throttle: Pick<LoginThrottle, 'attemptFromAddress'>
  waysIn: Pick<WaysInService, 'removing'>
  webAuthn: WebAuthn
  clock: () => Date
}

type SessionViewer = Pick<Viewer, 'id' | 'sessionId'>

interface Registration {
  challengeId: string
  response: RegistrationResponseJSON
  name?: string | undefined
}

interface Authentication {
  challengeId: string
  response: AuthenticationResponseJSON
}

/** Registers passkeys, and signs in with them. A passkey also counts as a second factor. */
export function passkeyService(dependencies: Dependencies) {
  const { account, audit, challenges, database, failures, guests, notices, signIn, stepUp } = dependencies
  const { store, throttle, waysIn, webAuthn, clock } = dependencies

  const expiry = () => new Date(clock().getTime() + challengeLifetime)

  const parseName = (name: string) =>
    singleLine(name, { field: 'name', minLength: 1, maxLength: maxNameLength })

  async function add(
    userId: string,
    passkey: RegisteredCredential & Pick<StoredPasskey, 'id' | 'name' | 'userHandle'>,
    client: Client,
  ): Promise<Passkey> {
    // The transaction may run again after a commit with an unknown outcome.
    const existing = await store.find(passkey.id, userId)
    if (existing) return existing
    // Writes the account, so that concurrent registrations conflict and cannot exceed the limit.
    const owner = await account.recordWaysInChange(userId)
    if ((await store.count(userId)) >= maxPasskeys) throw limitReached()
    const added = { ...passkey, userId, createdAt: clock(), lastUsedAt: null }
    await store.insert(added)
    await audit.record({ actor: userId, subject: userId, action: 'PASSKEY_ADDED', client })
    await notices.enqueue(userId, 'PASSKEY_ADDED', client, passkey.name)
    if (owner.isGuest) await guests.upgrade(userId, {}, client)
    return added
  }

  /** Records that an authenticator was probably copied, or a response was replayed. */
  async function refuse({ userId }: StoredPasskey, client: Client): Promise<null> {
    await audit.record({ actor: null, subject: userId, action: 'PASSKEY_REFUSED', client })
    failures.record(userId, client, 'PASSKEY')
    return null
  }

  async function trySignIn({ challengeId, response }: Authentication, client: Client): Promise<Login | null> {
    const challenge = await challenges.consume(challengeId, null, clock())
    const passkey = challenge && (await store.findByCredential(response.id))
    if (!passkey) return null
    const { userHandle } = response.response
    // An authenticator that knows the credential under another user was not registered here like this.
    const isOfUser = userHandle == null || userHandle === passkey.userHandle
    const counter = isOfUser
      ? await webAuthn.verifyAuthentication(response, challenge.challenge, passkey)
      : null
    if (counter === null) {
      failures.record(passkey.userId, client, 'PASSKEY')
      return null
    }
    const counts = counter > 0 || passkey.counter > 0
    if (counts && counter <= passkey.counter) return refuse(passkey, client)
    const { id, userId } = passkey
    return signIn.startSession(userId, { method: 'PASSKEY', client, hasSecondFactor: true }, async () => {
      const owner = (await account.findById(userId))?.account
      if (!owner) return false
      signIn.assertMaySignIn(owner, wrongPasskey)
      return store.recordUse(id, counter, clock())
    })
  }

  return {
    /** @throws AppError STEP_UP_REQUIRED, LIMIT_REACHED */
    async startRegistration(viewer: SessionViewer) {
      await stepUp.assertRecent(viewer)
      const passkeys = await store.list(viewer.id, maxPasskeys)
      if (passkeys.length >= maxPasskeys) throw limitReached()
      const { username } = await account.get(viewer.id)
      const handle = passkeys[0]?.userHandle ?? randomToken()
      const options = await webAuthn.registrationOptions({ handle, name: username, passkeys })
      const { challenge } = options
      const challengeId = await challenges.create({ challenge, userHandle: handle }, viewer.id, expiry())
      return { challengeId, options }
    },

    /** @throws AppError BAD_USER_INPUT, STEP_UP_REQUIRED, INVALID_PASSKEY, PASSKEY_TAKEN, LIMIT_REACHED */
    async register(
      viewer: SessionViewer,
      { challengeId, response, name: sentName = defaultName }: Registration,
      client: Client,
    ): Promise<Passkey> {
      const name = parseName(sentName)
      await stepUp.assertRecent(viewer)
      const challenge = await challenges.consume(challengeId, viewer.id, clock())
      const credential = challenge && (await webAuthn.verifyRegistration(response, challenge.challenge))
      if (!credential || challenge.userHandle === null) throw invalidPasskey()
      const passkey = { ...credential, id: store.newId(), name, userHandle: challenge.userHandle }
      try {
        return await database.transaction(viewer.id, async () => {
          await stepUp.assertRecent(viewer)
          return add(viewer.id, passkey, client)
        })
      } catch (error) {
        throw error instanceof DuplicateKeyError ? passkeyTaken() : error
      }
    },

    async startAuthentication() {
      const options = await webAuthn.authenticationOptions()
      const { challenge } = options
      return {
        challengeId: await challenges.create({ challenge, userHandle: null }, null, expiry()),
        options,
      }
    },

    /** @throws AppError INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
    async signIn(authentication: Authentication, client: Client): Promise<Login> {
      const login = await throttle.attemptFromAddress(client.address, hashDeadline(), () =>
        trySignIn(authentication, client),
      )
      if (!login) throw wrongPasskey()
      return login
    },

    /** The oldest first. */
    list: (userId: string): Promise<Passkey[]> => store.list(userId, maxPasskeys),

    find: store.find,

    /** @throws AppError BAD_USER_INPUT, NOT_FOUND */
    async rename(userId: string, id: string, name: string): Promise<Passkey> {
      const renamed = await store.rename(id, userId, parseName(name))
      if (!renamed) throw notFound('passkey')
      return renamed
    },

    /** @throws AppError STEP_UP_REQUIRED, NOT_FOUND, LAST_WAY_IN */
    async remove(viewer: SessionViewer, id: string, client: Client): Promise<void> {
      const passkey = await waysIn.removing(viewer.id, async () => {
        await stepUp.assertRecent(viewer)
        const removed = await store.delete(id, viewer.id)
        if (!removed) return null
        await audit.record({ actor: viewer.id, subject: viewer.id, action: 'PASSKEY_REMOVED', client })
        await notices.enqueue(viewer.id, 'PASSKEY_REMOVED', client, removed.name)
        return removed
      })
      if (!passkey) throw notFound('passkey')
    },

    countPasskeys: store.count,

    /** Yields the passkeys of a user for the data export. */
    async *exportPasskeys(userId: string): AsyncGenerator<object> {
      for (const { id, name, createdAt, lastUsedAt, transports } of await store.list(userId, maxPasskeys))
        yield { id, name, createdAt, lastUsedAt, transports }
    },

    async erase(userId: string): Promise<void> {
      await store.deleteAll(userId)
      await challenges.deleteAll(userId)
    },
  }
}

export type PasskeyService = ReturnType<typeof passkeyService>

const limitReached = () =>
  new AppError('LIMIT_REACHED', `You have ${maxPasskeys} passkeys. Remove one of them first.`)
const invalidPasskey = () =>
  new AppError(
    'INVALID_PASSKEY',
    'The response is not valid for this challenge, which may have expired or been used. Start again.',
    { field: 'response' },
  )
const passkeyTaken = () => new AppError('PASSKEY_TAKEN', 'This passkey is registered already.')
const wrongPasskey = () =>
  new AppError(
    'INVALID_CREDENTIALS',
    'The sign-in with the passkey failed. Try again, or sign in in another way.',
  )
