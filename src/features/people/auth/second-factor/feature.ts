import type { FastifyInstance } from 'fastify'
import { days } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { PendingSignInStore } from '../sign-in/pending-sign-in-store.js'
import type { SignInService } from '../sign-in/service.js'
import type { SessionCache } from '../sign-in/session-cache.js'
import type { SessionStore } from '../sign-in/session-store.js'
import type { StepUpService } from '../step-up/service.js'
import { factorProofs } from './proofs.js'
import { secondFactorResolvers } from './resolvers.js'
import { secondFactorRoutes } from './routes.js'
import { secondFactorService } from './service.js'
import type { SecondFactorStore } from './store.js'

/** The number of wrong codes of an authenticator app per account. */
const wrongCodesPerDay = 30

interface Dependencies {
  account: AccountService
  audit: AuditService
  signIn: SignInService
  stepUp: StepUpService
  loginFailures: LoginFailures
  loginThrottle: LoginThrottle
  sessionCache: SessionCache
  sessionStore: SessionStore
  pendingSignIns: PendingSignInStore
  secondFactors: SecondFactorStore
  securityNotices: SecurityNotices
}

/** The second factor: an authenticator app, and recovery codes for when it is lost. */
export function secondFactor({ platform, config }: FeatureContext, dependencies: Dependencies) {
  const { database, counters, encryptionSecret, clock } = platform
  const { account, audit, signIn, stepUp, loginFailures, loginThrottle, sessionCache } = dependencies
  const { sessionStore: sessions, pendingSignIns, secondFactors, securityNotices: notices } = dependencies
  const secondFactor = secondFactorService({
    account,
    audit,
    store: secondFactors,
    sessions,
    sessionCache,
    stepUp,
    notices,
    database,
    encryptionSecret,
    issuer: config.BRAND_NAME,
    clock,
  })
  const proofs = factorProofs({
    account,
    signIn,
    failures: loginFailures,
    secondFactor,
    pendingSignIns,
    sessions,
    throttle: loginThrottle,
    wrongCodes: counters.counter({ name: 'second-factor', limit: wrongCodesPerDay, window: 1 * days }),
    sessionCache,
    database,
    clock,
  })
  return {
    services: { secondFactor, factorProofs: proofs },
    resolvers: secondFactorResolvers(secondFactor),
    routes: async (app: FastifyInstance) => {
      await app.register(secondFactorRoutes, { prefix: '/auth/second-factor', factorProofs: proofs })
    },
    userData: { erase: secondFactor.erase },
  }
}
