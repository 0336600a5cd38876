import { createHmac } from 'node:crypto'
import { AppError, forbidden, unauthenticated } from '../../../errors.js'
import { decrypt, deriveKey, encrypt } from '../../../lib/encryption.js'
import { hours } from '../../../lib/quantities.js'
import { randomToken } from '../../../lib/random-token.js'
import { sha256 } from '../../../lib/sha256.js'
import { constantTimeEqual } from '../../../lib/signature.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { PasskeyService } from '../auth/passkeys/service.js'
import type { FactorProofs } from '../auth/second-factor/proofs.js'
import type { FactorProof, SecondFactorService } from '../auth/second-factor/service.js'
import type { PasswordLogin } from '../auth/sign-in/password-login.js'
import type { Login } from '../auth/sign-in/service.js'
import type { SessionService } from '../auth/sign-in/sessions.js'
import type { StepUpService } from '../auth/step-up/service.js'
import { requiresStepUp } from './step-up-mutations.js'
import type { ConsoleSessionStore } from './store.js'

/** How long a session lasts, whether or not it is used. */
export const sessionLifetime = 8 * hours

interface Dependencies {
  store: ConsoleSessionStore
  sessions: Pick<SessionService, 'authenticate' | 'logout' | 'refresh'>
  passwordLogin: Pick<PasswordLogin, 'login'>
  stepUp: Pick<StepUpService, 'assertRecent' | 'withPassword'>
  factorProofs: FactorProofs
  passkeys: Pick<PasskeyService, 'signIn' | 'startAuthentication'>
  secondFactor: Pick<SecondFactorService, 'state'>
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
  /** Whether a step-up requires a code instead of the password. */
  isSecondFactorEnabled: boolean
}

/**
 * The sessions of the console. The browser only has a random identifier: the tokens are in the database, encrypted with a
 * key that is derived from this identifier, whose hash is stored.
 */
export function consoleSessionService(dependencies: Dependencies) {
  const { store, sessions, passwordLogin, stepUp, factorProofs, passkeys, secondFactor, secret, clock } =
    dependencies
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
      return { viewer: await sessions.authenticate(tokens.accessToken), accessToken: tokens.accessToken }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOKEN_EXPIRED')) throw error
    }
    const accessToken = await sessions.refresh(tokens.refreshToken)
    await store.replaceTokens(sha256(id), encryptTokens(id, { ...tokens, accessToken }))
    return { viewer: await sessions.authenticate(accessToken), accessToken }
  }

  /** @throws AppError UNAUTHENTICATED if the session has ended; FORBIDDEN if the user is no administrator any more */
  async function open(id: string | undefined): Promise<ConsoleSession> {
    const stored = isSessionId(id) ? await store.find(sha256(id), clock()) : null
    if (!isSessionId(id) || !stored) throw sessionEnded()
    const tokens = decryptTokens(id, stored.encryptedTokens)
    const authenticated =
      tokens &&
      (await authenticate(id, tokens).catch((error: unknown) => {
        if (error instanceof AppError && [401, 403].includes(error.statusCode)) return null
        throw error
      }))
    if (!authenticated) {
      await store.delete(stored.idHash)
      throw sessionEnded()
    }
    if (authenticated.viewer.role !== 'ADMIN') {
      await store.delete(stored.idHash)
      await sessions.logout(tokens.refreshToken)
      throw administratorsOnly()
    }
    const { isEnabled } = await secondFactor.state(authenticated.viewer.id)
    return { id, ...authenticated, csrfToken: csrfTokenOf(id), isSecondFactorEnabled: isEnabled }
  }

  /** Creates a session for an administrator. Ends the login of another user. @throws AppError FORBIDDEN */
  async function createSession({ account, ...tokens }: Login, client: Client): Promise<ConsoleSession> {
    if (account.role !== 'ADMIN') {
      await sessions.logout(tokens.refreshToken, client)
      throw administratorsOnly()
    }
    const id = randomToken()
    await store.create({
      idHash: sha256(id),
      userId: account.id,
      encryptedTokens: encryptTokens(id, tokens),
      expiresAt: new Date(clock().getTime() + sessionLifetime),
    })
    return open(id)
  }

  return {
    open,

    /** @throws AppError FORBIDDEN, SECOND_FACTOR_REQUIRED, and the other errors of `login` */
    signIn: async (email: string, password: string, client: Client): Promise<ConsoleSession> =>
      createSession(await passwordLogin.login(email, password, client), client),

    /** Completes a sign-in. @throws AppError FORBIDDEN, INVALID_TOKEN, INVALID_CODE, and the other errors of `login` */
    submitSecondFactor: async (token: string, proof: FactorProof, client: Client): Promise<ConsoleSession> =>
      createSession(await factorProofs.signIn(token, proof, client), client),

    startPasskeySignIn: passkeys.startAuthentication,

    /** @throws AppError FORBIDDEN, INVALID_CREDENTIALS, and the other errors of `login` */
    signInWithPasskey: async (
      authentication: Parameters<PasskeyService['signIn']>[0],
      client: Client,
    ): Promise<ConsoleSession> => createSession(await passkeys.signIn(authentication, client), client),

    /** Ends a session with its tokens. An unknown identifier has no effect. */
    async signOut(id: string | undefined, client: Client): Promise<void> {
      const stored = isSessionId(id) ? await store.find(sha256(id), clock()) : null
      if (!isSessionId(id) || !stored) return
      await store.delete(stored.idHash)
      const tokens = decryptTokens(id, stored.encryptedTokens)
      if (tokens) await sessions.logout(tokens.refreshToken, client)
    },

    /** @throws AppError FORBIDDEN */
    assertCsrfToken({ csrfToken }: ConsoleSession, sent: string): void {
      if (!constantTimeEqual(csrfToken, sent))
        throw forbidden('The header x-csrf-token is missing or wrong. Reload the page.')
    },

    /**
     * Steps up the session. A wrong password or code counts as a failed login.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    stepUp: (
      { viewer }: ConsoleSession,
      proof: { password: string } | FactorProof,
      client: Client,
    ): Promise<void> =>
      'password' in proof
        ? stepUp.withPassword(viewer, proof.password, client)
        : factorProofs.stepUp(viewer, proof, client),

    /** @throws AppError STEP_UP_REQUIRED, BAD_USER_INPUT */
    async assertSteppedUp({ viewer }: ConsoleSession, document: string): Promise<void> {
      if (requiresStepUp(document)) await stepUp.assertRecent(viewer)
    },

    eraseSessions: (userId: string): Promise<void> => store.deleteAll(userId),
  }
}

export type ConsoleSessionService = ReturnType<typeof consoleSessionService>

const isSessionId = (id: string | undefined): id is string => id !== undefined && /^[\w-]{43}$/.test(id)
const sessionEnded = () => unauthenticated('You are not signed in, or your session has ended. Sign in again.')
const administratorsOnly = () =>
  forbidden('The console is for administrators only, and this account is not one of them.')
