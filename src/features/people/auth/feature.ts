import type { FastifyInstance } from 'fastify'
import { assembleFeatures, type FeatureContext } from '../../feature.js'
import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { ProfileService } from '../profile/service.js'
import { accessTokens } from './access-tokens/feature.js'
import { bearerTokens } from './bearer-tokens.js'
import { deletion } from './deletion/feature.js'
import { guests } from './guests/feature.js'
import { mailRequests } from './mail-requests/feature.js'
import { mailedCodes } from './mailed-codes/feature.js'
import { mails } from './mails/feature.js'
import { openid } from './openid/feature.js'
import { passkeys } from './passkeys/feature.js'
import { passwords } from './passwords/feature.js'
import { registration } from './registration/feature.js'
import { secondFactor } from './second-factor/feature.js'
import { signIn } from './sign-in/feature.js'
import { stepUp } from './step-up/feature.js'
import { stepUpRoutes } from './step-up/routes.js'
import { waysIn } from './ways-in/feature.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
}

/** Everything with which users prove who they are. Other features receive only the services that are returned. */
export function auth(context: FeatureContext, dependencies: Dependencies) {
  const { services, resolvers, modules } = assembleFeatures(context, dependencies)
    .add(mails)
    .add(passwords)
    .add(signIn)
    .add(stepUp)
    .add(accessTokens)
    .add(secondFactor)
    .add(mailRequests)
    .add(deletion)
    .add(guests)
    .add(waysIn)
    .add(openid)
    .add(passkeys)
    .add(registration)
    .add(mailedCodes)
  const { factorProofs, stepUp: stepUpService } = services

  return {
    services: {
      bearerTokens: bearerTokens(services),
      sessions: services.sessions,
      passwordLogin: services.passwordLogin,
      accountAccess: services.accountAccess,
      registration: services.registration,
      deletion: services.deletion,
      stepUp: stepUpService,
      secondFactor: services.secondFactor,
      accessTokens: services.accessTokens,
      factorProofs,
      passkeys: services.passkeys,
      securityNotices: services.securityNotices,
      mailRequestQueue: services.mailRequestQueue,
      erasureQueue: services.erasureQueue,
    },
    resolvers,
    parts: modules,
    // Registered here and not in `step-up`, because the routes accept the proofs of features that depend on it.
    routes: async (app: FastifyInstance) => {
      const options = { stepUp: stepUpService, mailedCodes: services.mailedCodes, factorProofs }
      await app.register(stepUpRoutes, { prefix: '/auth/step-up', ...options })
    },
  }
}
