import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../../../lib/encryption.js'
import { minutes } from '../../../../lib/quantities.js'
import type { RequestContext } from '../../../../viewer.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import type { CodeChallenges } from '../mailed-codes/challenges.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailLimit } from '../mails/mail-limit.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SignInService } from '../sign-in/service.js'
import type { SessionService } from '../sign-in/sessions.js'
import type { PasswordConfirmation } from '../step-up/password-confirmation.js'
import type { StepUpService } from '../step-up/service.js'
import type { WaysInService } from '../ways-in/service.js'
import { exchangeStore } from './exchange-store.js'
import { identityService } from './identities.js'
import { identityStore } from './identity-store.js'
import { linkRequestStore } from './link-request-store.js'
import { linkRequestService } from './link-requests.js'
import { linkIdentityPages } from './pages.js'
import { openIdProviders } from './providers.js'
import { openIdResolvers } from './resolvers.js'
import { revocationStore } from './revocation-store.js'
import { providerRevocations } from './revocations.js'
import { openIdRoutes } from './routes.js'
import { identitySignIn } from './sign-in.js'
import { usedTokenStore } from './used-token-store.js'
import { webFlow } from './web-flow.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  signIn: SignInService
  sessions: SessionService
  guests: GuestService
  stepUp: StepUpService
  passwordConfirmation: PasswordConfirmation
  secondFactors: SecondFactorStore
  factorProofs: FactorProofs
  loginThrottle: LoginThrottle
  codeChallenges: CodeChallenges
  mails: AccountMails
  mailLimit: MailLimit
  mailTokens: MailTokenStore
  securityNotices: SecurityNotices
  waysIn: WaysInService
}

/** The sign-in with OpenID Connect. */
export function openid(
  { platform, config }: FeatureContext,
  { loginThrottle: throttle, ...dependencies }: Dependencies,
) {
  const { database, mailQueue, encryptionSecret, log, clock } = platform
  const { waysIn, factorProofs } = dependencies
  const usedTokens = usedTokenStore(database)
  const store = identityStore(database)
  const requestStore = linkRequestStore(database)
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
    identities: store,
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
  const { account, audit, signIn, mails, mailLimit, mailTokens, guests, stepUp, secondFactors } = dependencies
  const identities = identityService({
    account,
    audit,
    guests,
    store,
    revocations,
    notices: dependencies.securityNotices,
    stepUp,
    waysIn,
    database,
    clock,
  })
  const linkRequests = linkRequestService({
    account,
    signIn,
    identities,
    store: requestStore,
    confirmation: dependencies.passwordConfirmation,
    proofs: factorProofs,
    secondFactors,
    mails,
    mailLimit,
    mailQueue,
    database,
    clock,
  })
  const login = identitySignIn({
    account,
    audit,
    signIn,
    identities: store,
    linkRequests: requestStore,
    revocations,
    challenges: dependencies.codeChallenges,
    mailTokens,
    registrationEnabled: config.REGISTRATION_ENABLED,
    clock,
  })
  waysIn.addSource(identities.count)
  dependencies.sessions.addOtherAccess(linkRequests.endMailedLinks)
  factorProofs.onSignIn(linkRequests.linkAfterSecondFactor)

  return {
    services: {},
    resolvers: openIdResolvers({ identities, providers, web }),
    findNode: async (id: string, { viewer }: RequestContext) => {
      const identity = viewer && (await identities.find(viewer.id, id))
      return identity && { __typename: 'Identity', ...identity }
    },
    routes: async (app: FastifyInstance) => {
      await app.register(openIdRoutes, {
        prefix: '/auth/oidc',
        signIn: login.signIn,
        linkRequests,
        providers,
        web,
        baseUrl,
      })
      const pageOptions = { linkRequests, brandName: config.BRAND_NAME }
      await app.register(linkIdentityPages, { prefix: '/auth/link-identity', ...pageOptions })
    },
    jobs: [{ name: 'revoke provider access', interval: 1 * minutes, run: revocations.runDue }],
    userData: {
      async erase(userId: string) {
        await identities.erase(userId)
        await linkRequests.erase(userId)
      },
      export: (userId: string) => ({ identities: identities.exportIdentities(userId) }),
    },
  }
}
