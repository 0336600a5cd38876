import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../../config.js'
import { hours } from '../../../../lib/quantities.js'
import type { Counters } from '../../../../platform/counters/counters.js'
import { countLookups } from '../../../../platform/telemetry/meter.js'
import type { RequestContext } from '../../../../viewer.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { ProfileService } from '../../profile/service.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import { secondFactorStore } from '../second-factor/store.js'
import { accountAccess } from './account-access.js'
import { loginFailures } from './login-failures.js'
import { loginThrottle } from './login-throttle.js'
import { passwordLogin } from './password-login.js'
import { pendingSignInStore } from './pending-sign-in-store.js'
import { signInResolvers } from './resolvers.js'
import { signInRoutes } from './routes.js'
import { signInService } from './service.js'
import { sessionCache } from './session-cache.js'
import { sessionStates } from './session-state.js'
import { sessionStore } from './session-store.js'
import { sessionService } from './sessions.js'
import { tokenService } from './tokens.js'

/** The number of failed logins of one account that the audit log records. */
const recordedFailuresPerHour = 10

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  mailTokens: MailTokenStore
  passwords: PasswordHasher
}

/** The sessions of users, and the login with a password. */
export function signIn(
  { platform, config, jwt }: FeatureContext,
  { account, audit, profile, mailTokens, passwords }: Dependencies,
) {
  const { database, counters, events, backgroundTasks: background, clock } = platform
  const store = sessionStore(database)
  const pendingSignIns = pendingSignInStore(database)
  // Created here and not in `second-factor`, which comes later, because each sign-in asks whether the factor is on.
  const secondFactors = secondFactorStore(database)
  const cache = sessionCache({
    loadState: sessionStates({ account, sessions: store }),
    events,
    clock,
    onLookup: countLookups(platform.telemetry.meter, 'sessions'),
  })
  const throttle = loginThrottleOf(counters, config)
  const recorded = counters.counter({
    name: 'recorded-login-failure',
    limit: recordedFailuresPerHour,
    window: 1 * hours,
  })
  const failures = loginFailures({ audit, recorded, background })
  const tokens = tokenService({ ...jwt, clock })
  const accessTokenLifetime = config.JWT_ACCESS_TOKEN_EXPIRES_IN
  const sessionLifetime = Math.max(accessTokenLifetime, config.JWT_REFRESH_TOKEN_EXPIRES_IN)
  const signIn = signInService({
    account,
    audit,
    sessions: store,
    pendingSignIns,
    secondFactors,
    tokens,
    sessionLifetime,
    database,
    clock,
  })
  const login = passwordLogin({
    account,
    signIn,
    passwords,
    throttle,
    failures,
    mutationEnabled: config.GRAPHQL_LOGIN_ENABLED,
  })
  const sessions = sessionService({
    account,
    audit,
    store,
    cache,
    tokens,
    mailTokens,
    pendingSignIns,
    accessTokenLifetime,
    database,
    clock,
  })

  return {
    services: {
      signIn,
      passwordLogin: login,
      sessions,
      accountAccess: accountAccess({ account, audit, sessions, database }),
      loginFailures: failures,
      loginThrottle: throttle,
      sessionCache: cache,
      sessionStore: store,
      pendingSignIns,
      secondFactors,
    },
    resolvers: signInResolvers({ sessions, login, profile }),
    findNode: async (id: string, { viewer }: RequestContext) => {
      const session = viewer && (await sessions.find(viewer.id, id))
      return session && { __typename: 'Session', ...session }
    },
    routes: async (app: FastifyInstance) => {
      const signInMethods = {
        providers: config.OIDC_PROVIDERS.map(({ name }) => name.toLowerCase()),
        registration: config.REGISTRATION_ENABLED,
        guests: config.GUESTS_ENABLED && config.REGISTRATION_ENABLED,
      }
      await app.register(signInRoutes, { prefix: '/auth', login, sessions, signInMethods })
    },
    userData: {
      async erase(userId: string) {
        await store.deleteAll(userId)
        await pendingSignIns.deleteAll(userId)
        await failures.erase(userId)
      },
      export: (userId: string) => ({ sessions: store.exportSessions(userId) }),
    },
  }
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
