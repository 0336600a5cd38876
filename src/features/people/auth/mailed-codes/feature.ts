import type { FastifyInstance } from 'fastify'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import type { MailRequestService } from '../mail-requests/service.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SignInService } from '../sign-in/service.js'
import type { StepUpService } from '../step-up/service.js'
import type { CodeChallenges } from './challenges.js'
import { mailedCodeRoutes } from './routes.js'
import { mailedCodeService } from './service.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  signIn: SignInService
  stepUp: StepUpService
  guests: GuestService
  mailRequests: MailRequestService
  mailTokens: MailTokenStore
  codeChallenges: CodeChallenges
  loginFailures: LoginFailures
  loginThrottle: LoginThrottle
}

/** The sign-in with codes that are sent by mail. `mailRequests` creates and sends the codes. */
export function mailedCodes(
  { platform: { database } }: FeatureContext,
  { codeChallenges, loginFailures, loginThrottle, ...dependencies }: Dependencies,
) {
  const mailedCodes = mailedCodeService({
    ...dependencies,
    challenges: codeChallenges,
    failures: loginFailures,
    throttle: loginThrottle,
    database,
  })
  return {
    services: { mailedCodes },
    routes: async (app: FastifyInstance) => {
      await app.register(mailedCodeRoutes, { prefix: '/auth/code', mailedCodes })
    },
  }
}
