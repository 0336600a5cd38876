import { createHash, createHmac, randomBytes } from 'node:crypto'
import { AppError, forbidden, unauthenticated } from '../../../errors.js'
import { decrypt, deriveKey, encrypt } from '../../../lib/encryption.js'
import { hours, minutes } from '../../../lib/quantities.js'
import { constantTimeEqual } from '../../../lib/signature.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { PasswordConfirmation } from '../auth/password-confirmation.js'
import type { AuthService } from '../auth/service.js'
import { requiresStepUp } from './step-up-mutations.js'
import type { ConsoleSessionStore } from './store.js'

/** How long a session lasts, whether or not it is used. */
export const sessionLifetime = 8 * hours
/** How long a step-up, the entry of the password, permits the actions that require one. */
const stepUpLifetime = 10 * minutes

interface Dependencies {
  sessions: ConsoleSessionStore
  auth: Pick<AuthService, 'authenticate' | 'login' | 'logout' | 'refresh'>
  confirmation: PasswordConfirmation
  /** Encrypts the tokens, together with the identifier of the session. */
  secret: string
  clock: () => Date
}

interface Tokens {
  accessToken: string
  refreshToken: string
}

export interface ConsoleSession {
  /** The secret identifier, for the cookie. */
  id: string
  viewer: Viewer
  accessToken: string
  csrfToken: string
  /** When the password was last entered. */
  steppedUpAt: Date
}

/**
 * The sessions of the console. The browser only has a random identifier: the tokens are in the database, encrypted with a
 * key that is derived from this identifier, whose hash is stored.
 */
export function consoleService({ sessions, auth, confirmation, secret, clock }: Dependencies) {
  const keyOf = (id: string) => deriveKey(secret, `console-session:${id}`)
  const encryptTokens = (id: string, { accessToken, refreshToken }: Tokens) =>
    encrypt(keyOf(id), JSON.stringify({ accessToken, refreshToken }))
  const csrfTokenOf = (id: string) =>
    createHmac('sha256', deriveKey(secret, 'console-csrf')).update(id).digest('base64url')

  /** Returns null if the secret has changed. */
  function decryptTokens(id: string, encrypted: Uint8Array): Tokens | null {
    try {
      return JSON.parse(decrypt(keyOf(id), encrypted)) as Tokens
    } catch {
      return null
    }
  }

  /** Exchanges an expired access token. @throws AppError if the session of the tokens has ended */
  async function authenticate(id: string, tokens: Tokens): Promise<{ viewer: Viewer; accessToken: string }> {
    try {
      return { viewer: await auth.authenticate(tokens.accessToken), accessToken: tokens.accessToken }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOKEN_EXPIRED')) throw error
    }
    const accessToken = await auth.refresh(tokens.refreshToken)
    await sessions.replaceTokens(hashOf(id), encryptTokens(id, { ...tokens, accessToken }))
    return { viewer: await auth.authenticate(accessToken), accessToken }
  }

  /** @throws AppError UNAUTHENTICATED if the session has ended; FORBIDDEN if the user is no administrator any more */
  async function open(id: string | undefined): Promise<ConsoleSession> {
    const stored = isSessionId(id) ? await sessions.find(hashOf(id), clock()) : null
    if (!isSessionId(id) || !stored) throw sessionEnded()
    const tokens = decryptTokens(id, stored.encryptedTokens)
    const authenticated =
      tokens &&
      (await authenticate(id, tokens).catch((error: unknown) => {
        if (error instanceof AppError && [401, 403].includes(error.statusCode)) return null
        throw error
      }))
    if (!authenticated) {
      await sessions.delete(stored.idHash)
      throw sessionEnded()
    }
    if (authenticated.viewer.role !== 'ADMIN') {
      await sessions.delete(stored.idHash)
      await auth.logout(tokens.refreshToken)
      throw administratorsOnly()
    }
    return { id, ...authenticated, csrfToken: csrfTokenOf(id), steppedUpAt: stored.steppedUpAt }
  }

  return {
    open,

    /**
     * Signs an administrator in. The session that the login has made for another user is ended.
     * @throws AppError FORBIDDEN, and the errors of `login`
     */
    async signIn(email: string, password: string, client: Client): Promise<ConsoleSession> {
      const { account, ...tokens } = await auth.login(email, password, client)
      if (account.role !== 'ADMIN') {
        await auth.logout(tokens.refreshToken, client)
        throw administratorsOnly()
      }
      const id = randomBytes(32).toString('base64url')
      const now = clock()
      await sessions.create({
        idHash: hashOf(id),
        userId: account.id,
        encryptedTokens: encryptTokens(id, tokens),
        steppedUpAt: now,
        expiresAt: new Date(now.getTime() + sessionLifetime),
      })
      return open(id)
    },

    /** Ends a session with its tokens. An unknown identifier has no effect. */
    async signOut(id: string | undefined, client: Client): Promise<void> {
      const stored = isSessionId(id) ? await sessions.find(hashOf(id), clock()) : null
      if (!isSessionId(id) || !stored) return
      await sessions.delete(stored.idHash)
      const tokens = decryptTokens(id, stored.encryptedTokens)
      if (tokens) await auth.logout(tokens.refreshToken, client)
    },

    /** @throws AppError FORBIDDEN */
    assertCsrfToken({ csrfToken }: ConsoleSession, sent: string): void {
      if (!constantTimeEqual(csrfToken, sent))
        throw forbidden('The header x-csrf-token is missing or wrong. Reload the page.')
    },

    /**
     * Records a step-up, which permits the actions that require one for ten minutes. A wrong password counts as a failed login.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async stepUp({ id, viewer }: ConsoleSession, password: string, client: Client): Promise<void> {
      try {
        await confirmation.run(
          { userId: viewer.id, password, path: 'password', client },
          () => () => sessions.recordStepUp(hashOf(id), clock()),
        )
      } catch (error) {
        if (error instanceof AppError && error.code === 'WRONG_PASSWORD')
          throw new AppError('INVALID_CREDENTIALS', 'The password is wrong.')
        throw error
      }
    },

    /** @throws AppError STEP_UP_REQUIRED, BAD_USER_INPUT */
    assertSteppedUp({ steppedUpAt }: ConsoleSession, document: string): void {
      const isSteppedUp = clock().getTime() - steppedUpAt.getTime() < stepUpLifetime
      if (requiresStepUp(document) && !isSteppedUp)
        throw new AppError('STEP_UP_REQUIRED', 'Enter your password again to confirm this action.')
    },

    eraseSessions: (userId: string): Promise<void> => sessions.deleteAll(userId),
  }
}

export type ConsoleService = ReturnType<typeof consoleService>

const isSessionId = (id: string | undefined): id is string => id !== undefined && /^[\w-]{43}$/.test(id)
const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')
const sessionEnded = () => unauthenticated('You are not signed in, or your session has ended. Sign in again.')
const administratorsOnly = () =>
  forbidden('The console is for administrators only, and this account is not one of them.')
