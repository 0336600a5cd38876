import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.js'
import type { Counters } from '../../../platform/counters/counters.js'
import { coalesceRuns } from '../../../lib/coalesce-runs.js'
import { days, hours, minutes, seconds } from '../../../lib/quantities.js'
import type { RequestContext } from '../../../viewer.js'
import { countLookups } from '../../../platform/telemetry/meter.js'
import type { FeatureContext } from '../../feature.js'
import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { ProfileService } from '../profile/service.js'
import { accessTokenService } from './access-tokens/service.js'
import { accessTokenStore } from './access-tokens/store.js'
import { factorProofs } from './second-factor/proofs.js'
import { secondFactorService } from './second-factor/service.js'
import { pendingSignInStore } from './second-factor/sign-in-store.js'
import { secondFactorStore } from './second-factor/store.js'
import { createOpenId } from './openid/openid.js'
import { linkIdentityPages } from './openid/pages.js'
import { openIdRoutes } from './openid/routes.js'
import { guestService } from './guests/service.js'
import { guestStore } from './guests/store.js'
import { challengeStore } from './passkeys/challenge-store.js'
import { passkeyRoutes } from './passkeys/routes.js'
import { challengeLifetime, passkeyService } from './passkeys/service.js'
import { passkeyStore } from './passkeys/store.js'
import { webAuthn } from './passkeys/webauthn.js'
import { mailedCodeService } from './mailed-codes/service.js'
import { codeChallenges } from './mailed-codes/challenges.js'
import { codeChallengeStore } from './mailed-codes/store.js'
import { mailRequestService } from './mail-requests/service.js'
import { mailRequestStore } from './mail-requests/store.js'
import { deletionPages } from './deletion/pages.js'
import { deletionService } from './deletion/service.js'
import { deletionJob } from './deletion/deletion-job.js'
import { erasureStore } from './deletion/erasure-store.js'
import { emailChange } from './email-change.js'
import { demoAccounts, demoPasswordHashes } from './demo-accounts.js'
import type { Brand } from './mail-template.js'
import { sessionCache, type SessionState } from './session-cache.js'
import { failureLimit } from './failure-limit.js'
import { loginThrottle } from './login-throttle.js'
import { mailTokenStore } from './mail-token-store.js'
import { mailLimit } from './mail-limit.js'
import { mailLinks } from './mail-links.js'
import { accountMails } from './mails.js'
import { accountPages } from './pages.js'
import { passwordChange } from './password-change.js'
import { passwordConfirmation } from './password-confirmation.js'
import { passwordHasher } from './password-hasher.js'
import { registrationService } from './registration.js'
import { authResolvers } from './resolvers.js'
import { authRoutes } from './routes.js'
import { authService } from './service.js'
import { securityNotices } from './security-notices.js'
import { sessionStore } from './session-store.js'
import { stepUpService } from './step-up.js'
import { waysInService } from './ways-in.js'
import { tokenService } from './tokens.js'

/** The limits of mails with the same purpose to one mailbox: requested by one client, and by all clients. */
const mailsPerClientAndHour = 5
const mailsPerHour = 15
const changesPerHour = 5
/** The number of wrong codes of an authenticator app per account. */
const wrongCodesPerDay = 30
/** The number of failed logins of one account that the audit log records. */
const recordedFailuresPerHour = 10

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
}

export function auth(
  { platform, config, jwt, userData }: FeatureContext,
  { account, audit, profile }: Dependencies,
) {
  const { database, mailQueue, counters, events, backgroundTasks: background, clock, log } = platform
  const passwords = passwordHasher({
    rounds: config.BCRYPT_SALT_ROUNDS,
    findCostliestHash: account.findCostliestHash,
    meter: platform.telemetry.meter,
  })
  platform.onClose(passwords.close)

  const sessions = sessionStore(database)
  const mailTokens = mailTokenStore(database)
  const challenges = codeChallenges({ store: codeChallengeStore(database), clock })
  async function loadSessionState(userId: string, sessionId: string): Promise<SessionState | null> {
    const [credentials, hasSecondFactor] = await Promise.all([
      account.findById(userId),
      sessions.findSecondFactor(sessionId, userId),
    ])
    // Disabling an account deletes its sessions, but the document may have been changed by hand.
    if (hasSecondFactor === null || !credentials?.account.enabled) return null
    const { deletesAt, isGuest, locale } = credentials.account
    return { isPendingDeletion: deletesAt !== null, hasSecondFactor, isGuest, locale }
  }
  const brand = brandOf(config)
  const recordedFailures = counters.counter({
    name: 'recorded-login-failure',
    limit: recordedFailuresPerHour,
    window: 1 * hours,
  })
  const throttle = loginThrottleOf(counters, config)
  const cache = sessionCache({
    loadState: loadSessionState,
    events,
    clock,
    onLookup: countLookups(platform.telemetry.meter, 'sessions'),
  })
  const personalAccessTokens = accessTokenStore(database)
  const secondFactors = secondFactorStore(database)
  const pendingSignIns = pendingSignInStore(database)
  const auth = authService({
    account,
    audit,
    database,
    sessions,
    sessionCache: cache,
    tokens: tokenService({ ...jwt, clock }),
    mailTokens,
    codeChallenges: challenges,
    secondFactors,
    pendingSignIns,
    personalAccessTokens,
    authenticatePersonalAccessToken: (token, address) => accessTokens.authenticate(token, address),
    passwords,
    throttle,
    recordedFailures,
    recordGuestUse: userId => guests.recordUse(userId),
    background,
    mutationEnabled: config.GRAPHQL_LOGIN_ENABLED,
    accessTokenLifetime: config.JWT_ACCESS_TOKEN_EXPIRES_IN,
    refreshTokenLifetime: config.JWT_REFRESH_TOKEN_EXPIRES_IN,
    clock,
  })
  const guests = guestService({
    account,
    audit,
    auth,
    database,
    profile,
    store: guestStore(database),
    throttle,
    created: counters.counter({
      name: 'guest',
      limit: config.RATE_LIMIT_GUESTS_PER_HOUR,
      window: 1 * hours,
    }),
    isEnabled: config.GUESTS_ENABLED,
    lifetime: config.GUEST_EXPIRES_IN,
    clock,
  })
  const mails = accountMails(brand)
  const confirmation = passwordConfirmation({
    account,
    database,
    passwords,
    throttle,
    recordFailure: (userId, client) => auth.recordLoginFailure(userId, client, 'PASSWORD'),
  })
  const stepUp = stepUpService({
    account,
    confirmation,
    sessions,
    secondFactors,
    database,
    lifetime: config.STEP_UP_EXPIRES_IN,
    clock,
  })
  const notices = securityNotices({ account, mailQueue, mails })
  const accessTokens = accessTokenService({
    account,
    audit,
    store: personalAccessTokens,
    stepUp,
    notices,
    sessionCache: cache,
    failures: failureLimit(
      counters.counter({
        name: 'access-token-address',
        limit: config.RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS,
        window: config.RATE_LIMIT_LOGIN_WINDOW,
      }),
    ),
    background,
    database,
    clock,
  })
  const secondFactor = secondFactorService({
    account,
    audit,
    store: secondFactors,
    sessions,
    sessionCache: cache,
    stepUp,
    notices,
    database,
    encryptionSecret: platform.encryptionSecret,
    issuer: brand.name,
    clock,
  })
  const proofs = factorProofs({
    account,
    auth,
    secondFactor,
    pendingSignIns,
    sessions,
    throttle,
    wrongCodes: counters.counter({ name: 'second-factor', limit: wrongCodesPerDay, window: 1 * days }),
    sessionCache: cache,
    linkIdentity: (token, userId, client) => openId.service.linkAfterSecondFactor(token, userId, client),
    database,
    clock,
  })
  const limit = mailLimit({
    perClient: counters.counter({ name: 'mail-client', limit: mailsPerClientAndHour, window: 1 * hours }),
    perMailbox: counters.counter({ name: 'mail', limit: mailsPerHour, window: 1 * hours }),
  })
  const waysIn = waysInService({ account, database })
  const openIdSettings = {
    providers: config.OIDC_PROVIDERS,
    redirectUris: config.OIDC_REDIRECT_URIS,
    publicUrl: config.PUBLIC_URL,
    isProduction: config.NODE_ENV === 'production',
  }
  const openId = createOpenId(platform, openIdSettings, {
    account,
    audit,
    auth,
    challenges,
    confirmation,
    guests,
    mailLimit: limit,
    mails,
    mailTokens,
    notices,
    proofs,
    secondFactors,
    stepUp,
    throttle,
    waysIn,
  })
  const authenticators = webAuthn({
    name: brand.name,
    id: config.WEBAUTHN_RP_ID,
    origins: [...config.WEBAUTHN_ORIGINS, ...config.ANDROID_APPS.map(androidOrigin)],
    timeout: challengeLifetime,
  })
  const passkeys = passkeyService({
    account,
    audit,
    auth,
    challenges: challengeStore(database),
    database,
    guests,
    notices,
    stepUp,
    store: passkeyStore(database),
    throttle,
    waysIn,
    webAuthn: authenticators,
    clock,
  })
  waysIn.addSource(passkeys.countPasskeys)
  const requests = counters.counter({ name: 'email-change', limit: changesPerHour, window: 1 * hours })
  const changes = emailChange({
    account,
    audit,
    profile,
    stepUp,
    mailTokens,
    mailQueue,
    mails,
    requests,
    database,
    clock,
    mailLimit: limit,
  })
  const changePassword = passwordChange({
    auth,
    audit,
    profile,
    confirmation,
    stepUp,
    passwords,
    mailTokens,
    mailQueue,
    mails,
  })
  const links = mailLinks({ mailTokens, mails, mailQueue, clock })
  const registration = registrationService({
    account,
    audit,
    database,
    auth,
    passwords,
    mailTokens,
    mails,
    links,
    mailQueue,
    mailLimit: limit,
    emailChange: changes,
    guests,
    challenges,
    clock,
  })
  const requestedMails = mailRequestStore(database)
  const mailRequests = mailRequestService({
    account,
    database,
    links,
    challenges,
    mails,
    mailQueue,
    background,
    clock,
    log,
    store: requestedMails,
    mailLimit: limit,
    secret: platform.encryptionSecret,
  })
  const mailedCodes = mailedCodeService({
    account,
    audit,
    auth,
    challenges,
    guests,
    mailRequests,
    mailTokens,
    throttle,
    stepUp,
    database,
  })
  const erasures = erasureStore(database)
  const deletion = deletionService({
    account,
    audit,
    profile,
    auth,
    stepUp,
    secondFactors,
    proofs,
    mailTokens,
    mailQueue,
    mails,
    erasures,
    database,
    clock,
    startErasure: requestId => background.run({ purpose: 'delete accounts', requestId }, runDeletions),
    gracePeriod: config.ACCOUNT_DELETION_GRACE,
  })
  const runDeletions = deletionJob({
    account,
    deletion,
    erasures,
    mailQueue,
    mails,
    userData,
    database,
    clock,
  })

  return {
    services: {
      auth,
      passwordConfirmation: confirmation,
      stepUp,
      personalAccessTokens: accessTokens,
      secondFactor,
      factorProofs: proofs,
      passkeys,
      waysIn,
      securityNotices: notices,
      registration,
      deletion: { ...deletion, runDeletions },
      authQueues: { mailRequests: requestedMails.state, erasures: erasures.state },
    },
    resolvers: authResolvers({
      auth,
      accessTokens,
      secondFactor,
      openId,
      passkeys,
      changeEmail: changes.request,
      changePassword,
      deletion,
      profile,
    }),
    async findNode(id: string, { viewer }: RequestContext) {
      if (!viewer) return null
      const session = await auth.findSession(viewer.id, id)
      if (session) return { __typename: 'Session', ...session }
      const identity = await openId.service.find(viewer.id, id)
      if (identity) return { __typename: 'Identity', ...identity }
      const passkey = await passkeys.find(id, viewer.id)
      if (passkey) return { __typename: 'Passkey', ...passkey }
      return { __typename: 'PersonalAccessToken', ...(await accessTokens.get(viewer.id, id)) }
    },
    routes: async (app: FastifyInstance) => {
      await app.register(authRoutes, {
        prefix: '/auth',
        auth,
        registration,
        mailRequests,
        mailedCodes,
        guests,
        signInMethods: { providers: openId.providers.names, guests: config.GUESTS_ENABLED },
        stepUp,
        factorProofs: proofs,
      })
      await app.register(passkeyRoutes, { prefix: '/auth/passkeys', passkeys })
      await app.register(openIdRoutes, {
        prefix: '/auth/oidc',
        openId: openId.service,
        providers: openId.providers,
        web: openId.web,
        baseUrl: openId.baseUrl,
      })
      await app.register(linkIdentityPages, {
        prefix: '/auth/link-identity',
        openId: openId.service,
        brandName: brand.name,
      })
      await app.register(accountPages, {
        prefix: '/auth',
        registration,
        mailRequests,
        brandName: brand.name,
      })
      await app.register(deletionPages, {
        prefix: '/account/delete',
        mailRequests,
        deletion,
        brandName: brand.name,
        gracePeriod: config.ACCOUNT_DELETION_GRACE,
      })
    },
    loadPackages: authenticators.loadPackages,
    jobs: [
      { name: 'delete accounts', interval: 1 * minutes, run: runDeletions },
      {
        name: 'retry mail requests',
        interval: 10 * seconds,
        run: coalesceRuns(mailRequests.retryPending),
      },
      openId.job,
      {
        name: 'erase unused guests',
        interval: 1 * hours,
        run: () => guests.removeUnused(deletion.removeAccount),
      },
    ],
    userData: {
      async erase(userId: string) {
        await sessions.deleteAll(userId)
        await mailTokens.erase(userId)
        await challenges.deleteAll(userId)
        await personalAccessTokens.deleteAll(userId)
        await pendingSignIns.deleteAll(userId)
        await secondFactor.erase(userId)
        await openId.service.erase(userId)
        await guests.erase(userId)
        await passkeys.erase(userId)
        await mailQueue.deleteUserMails(userId)
        await recordedFailures.reset(userId)
        await requests.reset(userId)
      },
      export: (userId: string) => ({
        sessions: sessions.exportSessions(userId),
        personalAccessTokens: personalAccessTokens.exportTokens(userId),
        identities: openId.service.exportIdentities(userId),
        passkeys: passkeys.exportPasskeys(userId),
      }),
    },
    async seed() {
      if (!config.DEMO_ACCOUNTS) return
      const accounts = demoAccounts.map(demo => ({
        ...demo,
        passwordHash: demoPasswordHashes.get(demo.email),
      }))
      await Promise.all(accounts.map(registration.createVerifiedAccount))
    },
  }
}

const brandOf = (config: Config): Brand => ({
  name: config.BRAND_NAME,
  color: config.BRAND_COLOR,
  logoUrl: config.BRAND_LOGO_URL,
  linkBase: config.MAIL_LINK_URL,
})

/** Returns the origin of requests of an Android app, which is given as `package=fingerprint`. */
function androidOrigin(app: string): string {
  const fingerprint = app.slice(app.indexOf('=') + 1).replaceAll(':', '')
  return `android:apk-key-hash:${Buffer.from(fingerprint, 'hex').toString('base64url')}`
}

function loginThrottleOf(counters: Counters, config: Config) {
  const window = config.RATE_LIMIT_LOGIN_WINDOW
  const counter = (name: string, limit: number) => counters.counter({ name, limit, window })
  return loginThrottle({
    perAddress: counter('login-address', config.RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS),
    perAccountAndAddress: counter('login-account-address', config.RATE_LIMIT_LOGIN_FAILURES),
    perAccount: counter('login-account', config.RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT),
  })
}
