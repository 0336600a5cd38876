import type { OidcProvider } from '../../../../config/oidc-providers.js'
import { deriveKey } from '../../../../lib/encryption.js'
import { minutes } from '../../../../lib/quantities.js'
import type { Platform } from '../../../../platform/platform.js'
import type { LoginThrottle } from '../login-throttle.js'
import { identityStore } from './identity-store.js'
import { linkRequestStore } from './link-request-store.js'
import { exchangeStore } from './exchange-store.js'
import { openIdProviders } from './providers.js'
import { revocationStore } from './revocation-store.js'
import { providerRevocations } from './revocations.js'
import { openIdService, type OpenIdDependencies } from './service.js'
import { usedTokenStore } from './used-token-store.js'
import { webFlow } from './web-flow.js'

interface Dependencies extends Omit<
  OpenIdDependencies,
  'database' | 'identities' | 'linkRequests' | 'mailQueue' | 'revocations' | 'clock'
> {
  throttle: LoginThrottle
}

interface Settings {
  providers: readonly OidcProvider[]
  /** The URIs to which a sign-in in a browser may return, besides the page of the web app. */
  redirectUris: readonly string[]
  publicUrl: string
  isProduction: boolean
}

/** Composes the sign-in with OpenID Connect. */
export function createOpenId(
  { database, mailQueue, encryptionSecret, log, clock }: Platform,
  { publicUrl, isProduction, ...settings }: Settings,
  { throttle, ...dependencies }: Dependencies,
) {
  const usedTokens = usedTokenStore(database)
  const identities = identityStore(database)
  const baseUrl = `${publicUrl}/auth/oidc`
  const providers = openIdProviders({
    settings: settings.providers,
    isProduction,
    throttle,
    usedTokens,
    onFailure: (provider, err) => log.warn({ err, provider }, 'the sign-in service cannot be reached'),
    clock,
  })
  const revocations = providerRevocations({
    providers,
    identities,
    store: revocationStore(database),
    key: deriveKey(encryptionSecret, 'provider-refresh-tokens'),
    log,
    clock,
  })
  const web = webFlow({
    usedTokens,
    exchanges: exchangeStore(database),
    redirectUris: [`${publicUrl}/app/sign-in`, ...settings.redirectUris],
    baseUrl,
    key: deriveKey(encryptionSecret, 'oidc-sign-in'),
    log,
    clock,
  })
  const service = openIdService({
    ...dependencies,
    identities,
    revocations,
    linkRequests: linkRequestStore(database),
    database,
    mailQueue,
    clock,
  })
  dependencies.waysIn.addSource(service.countIdentities)

  return {
    service,
    providers,
    web,
    job: { name: 'revoke provider access', interval: 1 * minutes, run: revocations.runDue },
    /** The public URL of the routes. */
    baseUrl,
  }
}

export type OpenId = ReturnType<typeof createOpenId>
