import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../../../lib/encryption.js'
import { minutes } from '../../../../lib/quantities.js'
import type { RequestContext } from '../../../../viewer.js'
import type { FeatureContext } from '../../../feature.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import { exchangeStore } from './exchange-store.js'
import { identityStore } from './identity-store.js'
import { linkRequestStore } from './link-request-store.js'
import { linkIdentityPages } from './pages.js'
import { openIdProviders } from './providers.js'
import { openIdResolvers } from './resolvers.js'
import { revocationStore } from './revocation-store.js'
import { providerRevocations } from './revocations.js'
import { openIdRoutes } from './routes.js'
import { openIdService, type OpenIdDependencies } from './service.js'
import { usedTokenStore } from './used-token-store.js'
import { webFlow } from './web-flow.js'

interface Dependencies extends Omit<
  OpenIdDependencies,
  'database' | 'identities' | 'linkRequests' | 'mailQueue' | 'revocations' | 'clock'
> {
  loginThrottle: LoginThrottle
  factorProofs: FactorProofs
}

/** The sign-in with OpenID Connect. */
export function openid(
  { platform, config }: FeatureContext,
  { loginThrottle: throttle, ...dependencies }: Dependencies,
) {
  const { database, mailQueue, encryptionSecret, log, clock } = platform
  const { waysIn, factorProofs } = dependencies
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
  const openId = openIdService({
    ...dependencies,
    identities,
    revocations,
    linkRequests: linkRequestStore(database),
    database,
    mailQueue,
    clock,
  })
  waysIn.addSource(openId.countIdentities)
  factorProofs.onSignIn(openId.linkAfterSecondFactor)

  return {
    services: { openIdProviders: providers },
    resolvers: openIdResolvers({ service: openId, providers, web }),
    findNode: async (id: string, { viewer }: RequestContext) => {
      const identity = viewer && (await openId.find(viewer.id, id))
      return identity && { __typename: 'Identity', ...identity }
    },
    routes: async (app: FastifyInstance) => {
      await app.register(openIdRoutes, { prefix: '/auth/oidc', openId, providers, web, baseUrl })
      const pageOptions = { openId, brandName: config.BRAND_NAME }
      await app.register(linkIdentityPages, { prefix: '/auth/link-identity', ...pageOptions })
    },
    jobs: [{ name: 'revoke provider access', interval: 1 * minutes, run: revocations.runDue }],
    userData: {
      erase: openId.erase,
      export: (userId: string) => ({ identities: openId.exportIdentities(userId) }),
    },
  }
}
