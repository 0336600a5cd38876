import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../../config.js'
import { deriveKey } from '../../../../lib/encryption.js'
import { minutes } from '../../../../lib/quantities.js'
import type { Platform } from '../../../../platform/platform.js'
import type { LoginThrottle } from '../login-throttle.js'
import { identityStore } from './identity-store.js'
import { linkRequestStore } from './link-request-store.js'
import { exchangeStore } from './exchange-store.js'
import { linkIdentityPages } from './pages.js'
import { openIdProviders } from './providers.js'
import { openIdRoutes } from './routes.js'
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
  brandName: string
}

/** Sign-in with OpenID Connect: the configured providers, the identities of users, and their routes. */
export function createOpenId(
  { database, mailQueue, encryptionSecret, log, clock }: Platform,
  config: Config,
  { throttle, brandName, ...dependencies }: Dependencies,
) {
  const usedTokens = usedTokenStore(database)
  const identities = identityStore(database)
  const baseUrl = `${config.PUBLIC_URL}/auth/oidc`
  const providers = openIdProviders({
    settings: config.OIDC_PROVIDERS,
    isProduction: config.NODE_ENV === 'production',
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
    redirectUris: [`${config.PUBLIC_URL}/app/sign-in`, ...config.OIDC_REDIRECT_URIS],
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
    /** Below `/auth`. */
    async routes(app: FastifyInstance) {
      await app.register(openIdRoutes, { prefix: '/oidc', openId: service, providers, web, baseUrl })
      await app.register(linkIdentityPages, { prefix: '/link-identity', openId: service, brandName })
    },
  }
}

export type OpenId = ReturnType<typeof createOpenId>
