import type { OidcProvider } from '../../../../config/oidc-providers.js'
import { AppError } from '../../../../errors.js'
import type { Client } from '../../../../viewer.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import { idTokenVerifier, invalidIdToken } from './id-tokens.js'
import type { Claims } from './models.js'
import { providerClient } from './provider-client.js'
import { providerMetadata } from './provider-metadata.js'
import type { UsedTokenStore } from './used-token-store.js'

interface Dependencies {
  settings: readonly OidcProvider[]
  isProduction: boolean
  throttle: Pick<LoginThrottle, 'attemptFromAddress'>
  usedTokens: UsedTokenStore
  onFailure(provider: string, error: unknown): void
  clock: () => Date
}

/** A provider with the verification of its tokens. */
function openIdProvider(
  settings: OidcProvider,
  { isProduction, throttle, usedTokens, onFailure, clock }: Omit<Dependencies, 'settings'>,
) {
  const { name, issuer } = settings
  const metadata = providerMetadata({
    issuer,
    isProduction,
    onFailure: error => onFailure(name, error),
    clock,
  })
  const verifyToken = idTokenVerifier({ provider: settings, metadata, usedTokens, clock })
  return {
    name,
    client: providerClient({ provider: settings, metadata, clock }),
    verifyToken,

    /**
     * Verifies an ID token that a client has sent. Invalid ones count as failed logins of its address.
     * @param field the path of the token in the request
     * @throws AppError INVALID_ID_TOKEN, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async verify(idToken: string, nonce: string, { address }: Client, field?: string): Promise<Claims> {
      const claims = await throttle.attemptFromAddress(address, hashDeadline(), () =>
        verifyToken(idToken, nonce).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'INVALID_ID_TOKEN') return null
          throw error
        }),
      )
      if (!claims) throw invalidIdToken(field)
      return claims
    },
  }
}

export type OpenIdProvider = ReturnType<typeof openIdProvider>

/** The configured providers, by their names in lower case. */
export function openIdProviders({ settings, ...dependencies }: Dependencies) {
  const byName = new Map(
    settings.map(provider => [provider.name.toLowerCase(), openIdProvider(provider, dependencies)]),
  )
  return {
    names: [...byName.keys()],
    find: (name: string): OpenIdProvider | undefined => byName.get(name),
  }
}

export type OpenIdProviders = ReturnType<typeof openIdProviders>
