import { SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { OidcProvider } from '../../../../config/oidc-providers.js'
import { minutes, seconds } from '../../../../lib/quantities.js'
import { boundedFetch } from './bounded-fetch.js'
import type { ProviderMetadata } from './provider-metadata.js'

/** How long a signed secret of the client is valid. */
const secretLifetime = (5 * minutes) / seconds

interface Dependencies {
  provider: OidcProvider
  metadata: Pick<ProviderMetadata, 'server'>
  clock: () => Date
}

/** The tokens of a sign-in at the provider. */
interface ProviderTokens {
  idToken: string
  /** Null if the provider issues none. */
  refreshToken: string | null
}

interface AuthorizationRequest {
  callbackUrl: string
  state: string
  nonce: string
  codeVerifier: string
}

/** Requests tokens of a provider, and revokes them. */
export function providerClient({ provider, metadata, clock }: Dependencies) {
  const { clientSecret, signingKey } = provider

  /** Apple accepts only secrets that its clients sign. */
  async function signedSecret(clientId: string): Promise<string | null> {
    if (!signingKey) return clientSecret
    const issuedAt = Math.floor(clock().getTime() / seconds)
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: signingKey.keyId })
      .setIssuer(signingKey.teamId)
      .setSubject(clientId)
      .setAudience(provider.issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + secretLifetime)
      .sign(signingKey.privateKey)
  }

  /** @param clientId another one than that of the settings for the codes and tokens of native apps */
  async function configuration(clientId = provider.clientId): Promise<openid.Configuration> {
    const server = await metadata.server()
    const secret = await signedSecret(clientId)
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost
    const authentication = secret === null ? openid.None() : authenticate(secret)
    const config = new openid.Configuration(server, clientId, {}, authentication)
    config[openid.customFetch] = (url, options) => boundedFetch(url, options)
    // The settings allow http only for providers on this machine.
    // oxlint-disable-next-line typescript/no-deprecated -- it is only marked to stand out
    if (provider.issuer.startsWith('http:')) openid.allowInsecureRequests(config)
    return config
  }

  return {
    /** The provider posts the response of a sign-in, as Apple does if the name is requested. */
    postsResponse: signingKey !== null,

    /** @throws AppError SERVICE_UNAVAILABLE */
    async authorizationUrl({ callbackUrl, state, nonce, codeVerifier }: AuthorizationRequest): Promise<URL> {
      return openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        ...(signingKey
          ? { scope: 'openid name email', response_mode: 'form_post' }
          : { scope: 'openid email profile' }),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    /**
     * Exchanges the code of a sign-in.
     * @param response the parameters with which the provider has returned
     * @throws AppError SERVICE_UNAVAILABLE; errors of openid-client if the provider refuses the code
     */
    async exchangeCode(
      response: URLSearchParams,
      { callbackUrl, state, nonce, codeVerifier }: AuthorizationRequest,
    ): Promise<ProviderTokens> {
      const url = new URL(callbackUrl)
      url.search = response.toString()
      const checks = {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }
      const tokens = await openid.authorizationCodeGrant(await configuration(), url, checks)
      return { idToken: tokens.id_token ?? '', refreshToken: tokens.refresh_token ?? null }
    },

    /** Exchanges the code that a native app has received. @returns the refresh token; null if there is none */
    async exchangeNativeCode(code: string, clientId: string): Promise<string | null> {
      const config = await configuration(clientId)
      const tokens = await openid.genericGrantRequest(config, 'authorization_code', { code })
      return tokens.refresh_token ?? null
    },

    /** Revokes a refresh token. Without an endpoint for it, nothing happens. */
    async revoke(refreshToken: string, clientId: string): Promise<void> {
      const config = await configuration(clientId)
      if (config.serverMetadata().revocation_endpoint === undefined) return
      await openid.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
    },
  }
}
