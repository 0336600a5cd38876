import { fromResponse, isRecord } from './errors.js'
import type { Session } from './session.js'
import type { ClientStorage } from './storage/storage.js'
import { readJson, type Transport } from './transport.js'

/** The ways to sign in that depend on the configuration of the service. */
export interface SignInMethods {
  /** Names in lower case, such as `google`. */
  providers: readonly string[]
  /** False if the service accepts no new accounts. */
  registration: boolean
  guests: boolean
}

/** The options of WebAuthn as JSON, and the challenge to which the response belongs. */
export interface PasskeyOptions<Options extends object> {
  challengeId: string
  /** As JSON: a browser parses them with the static functions of `PublicKeyCredential`. */
  options: Options
}

export interface Registration {
  email: string
  username: string
  password: string
}

/** A code of the authenticator app, or a recovery code. */
export type FactorProof = { code: string } | { recoveryCode: string }

/** A code of a mail, with the challenge of `requestCode`. */
export interface MailedCode {
  challenge: string
  code: string
}

/** The code with which a sign-in returned from a provider, and the PKCE verifier of this device. */
export interface ProviderProof {
  code: string
  codeVerifier: string
}

interface Options {
  /** Without a slash at the end. */
  baseUrl: string
  storage: Pick<ClientStorage, 'get' | 'write'>
  transport: Transport
  session: Pick<Session, 'start' | 'authorizedPost'>
}

/** The key of the sign-in that has left the app for the page of a provider. */
const providerKey = 'provider-sign-in'

/** The ways to sign in, to prove the identity of the user again, and to add another way. */
export function createSignIn({ baseUrl, storage, transport, session }: Options) {
  const { send, post } = transport
  const { start, authorizedPost } = session

  return {
    /**
     * The service sends a mail with a link and a code, which confirm the address.
     * @returns the challenge for `signInWithCode` @throws ServiceError, NetworkError
     */
    async signUp({ email, username, password }: Registration): Promise<string> {
      return challengeOf(await post('/auth/register', { email, username, password }))
    },

    /** @returns the id of the user @throws ServiceError, NetworkError */
    async signIn(email: string, password: string): Promise<string> {
      return start(await post('/auth/login', { email, password }))
    },

    /**
     * The service sends a mail with a code if the address has an account.
     * @returns the challenge for `signInWithCode` @throws ServiceError, NetworkError
     */
    requestCode: async (email: string): Promise<string> => challengeOf(await post('/auth/code', { email })),

    /** @param code six digits @returns the id of the user @throws ServiceError, NetworkError */
    async signInWithCode(challenge: string, code: string): Promise<string> {
      return start(await post('/auth/code/verify', { challenge, code }))
    },

    /** Returns which of the optional ways to sign in the service offers. @throws ServiceError, NetworkError */
    async signInMethods(): Promise<SignInMethods> {
      const response = await send('/auth/sign-in-methods', {}, null)
      const body = await readJson(response)
      if (!response.ok || !isRecord(body)) throw fromResponse(response, body)
      const providers = Array.isArray(body['providers']) ? body['providers'].map(String) : []
      return {
        providers,
        // Earlier versions of the service always accept registrations.
        registration: body['registration'] !== false,
        guests: body['guests'] === true,
      }
    },

    /**
     * Creates a guest. The session is renewed until the user signs out, which loses the guest, also after the guest was
     * disabled.
     * @returns the id of the user @throws ServiceError, NetworkError
     */
    async signInAsGuest(): Promise<string> {
      const guest = await post('/auth/guest', {})
      return start(guest, String(guest['guestToken']))
    },

    /** Mails a code to the address that the guest wants to use. @returns the challenge for `confirmGuest` */
    requestGuestCode: async (email: string): Promise<string> =>
      challengeOf(await authorizedPost('/auth/code', { email })),

    /** Makes the guest permanent. @throws ServiceError EMAIL_TAKEN, INVALID_CODE, NetworkError */
    async confirmGuest(challenge: string, code: string): Promise<void> {
      await start(await authorizedPost('/auth/code/verify', { challenge, code }))
    },

    /**
     * Starts a sign-in with an OpenID Connect provider.
     * @param redirectUri where the browser returns, with `code` and `state` in the query
     * @returns the URL to open in the browser
     */
    async startProviderSignIn(provider: string, redirectUri: string): Promise<string> {
      const [codeVerifier, state] = [randomText(), randomText()]
      await storage.write([{ key: providerKey, value: { codeVerifier, state } }])
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
      const query = new URLSearchParams({ redirectUri, codeChallenge: toBase64Url(digest), state })
      return `${baseUrl}/auth/oidc/${encodeURIComponent(provider)}/start?${query.toString()}`
    },

    /**
     * Returns the proof of the sign-in that `startProviderSignIn` began, which works once. Pass it to
     * `signInWithProvider`, or to the mutation `linkIdentity`.
     * @returns null if this device has not begun the sign-in
     */
    async finishProviderSignIn(code: string, state: string): Promise<ProviderProof | null> {
      const begun = await storage.get(providerKey)
      await storage.write([{ key: providerKey, value: undefined }])
      if (!isRecord(begun) || begun['state'] !== state) return null
      return { code, codeVerifier: String(begun['codeVerifier']) }
    },

    /** @returns the id of the user @throws ServiceError LINK_REQUIRED, INVALID_TOKEN, NetworkError */
    async signInWithProvider(proof: ProviderProof): Promise<string> {
      return start(await post('/auth/oidc/exchange', proof))
    },

    /**
     * Links the identity to the account with its address, after LINK_REQUIRED.
     * @param password null to send a link to the address instead
     * @returns the id of the user; null if a mail was sent @throws ServiceError, NetworkError
     */
    async linkIdentity(linkToken: string, password: string | null): Promise<string | null> {
      const body = await post('/auth/oidc/link', { linkToken, ...(password !== null && { password }) })
      return password === null ? null : start(body)
    },

    /** Returns the options for `navigator.credentials.get()`. @throws ServiceError, NetworkError */
    startPasskeySignIn: async (): Promise<PasskeyOptions<PublicKeyCredentialRequestOptionsJSON>> =>
      toPasskeyOptions(await post('/auth/passkeys/authentication/options', {})),

    /** @param response the credential as JSON @returns the id of the user @throws ServiceError, NetworkError */
    async signInWithPasskey(challengeId: string, response: unknown): Promise<string> {
      return start(await post('/auth/passkeys/authentication/verify', { challengeId, response }))
    },

    /** Returns the options for `navigator.credentials.create()`. @throws ServiceError STEP_UP_REQUIRED, NetworkError */
    startPasskeyRegistration: async (): Promise<PasskeyOptions<PublicKeyCredentialCreationOptionsJSON>> =>
      toPasskeyOptions(await authorizedPost('/auth/passkeys/registration/options', {})),

    /** @param response the credential as JSON @throws ServiceError, NetworkError */
    async addPasskey(challengeId: string, response: unknown, name: string): Promise<void> {
      await authorizedPost('/auth/passkeys/registration/verify', { challengeId, response, name })
    },

    /**
     * Completes a sign-in after SECOND_FACTOR_REQUIRED.
     * @param token `secondFactorToken` of the error
     * @returns the id of the user @throws ServiceError, NetworkError
     */
    async submitSecondFactor(token: string, proof: FactorProof): Promise<string> {
      return start(await post('/auth/second-factor', { secondFactorToken: token, ...proof }))
    },

    /**
     * Confirms the identity of the user after STEP_UP_REQUIRED. Then repeat the request.
     * @throws ServiceError INVALID_CREDENTIALS, NetworkError
     */
    async stepUp(proof: { password: string } | FactorProof | MailedCode): Promise<void> {
      await authorizedPost('/auth/step-up', proof)
    },
  }
}

const toPasskeyOptions = <Options extends object>({
  challengeId,
  options,
}: Record<string, unknown>): PasskeyOptions<Options> => ({
  challengeId: String(challengeId),
  options: options as Options,
})

const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer)

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const challengeOf = ({ challenge }: Record<string, unknown>): string => String(challenge)
