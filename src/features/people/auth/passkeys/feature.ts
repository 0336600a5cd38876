import type { FastifyInstance } from 'fastify'
import type { RequestContext } from '../../../../viewer.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SignInService } from '../sign-in/service.js'
import type { StepUpService } from '../step-up/service.js'
import type { WaysInService } from '../ways-in/service.js'
import { challengeStore } from './challenge-store.js'
import { passkeyResolvers } from './resolvers.js'
import { passkeyRoutes } from './routes.js'
import { challengeLifetime, passkeyService } from './service.js'
import { passkeyStore } from './store.js'
import { webAuthn } from './webauthn.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  signIn: SignInService
  stepUp: StepUpService
  guests: GuestService
  waysIn: WaysInService
  loginFailures: LoginFailures
  loginThrottle: LoginThrottle
  securityNotices: SecurityNotices
}

/** The sign-in with passkeys. */
export function passkeys(
  { platform: { database, clock }, config }: FeatureContext,
  { loginFailures, loginThrottle, securityNotices, ...dependencies }: Dependencies,
) {
  const authenticators = webAuthn({
    name: config.BRAND_NAME,
    id: config.WEBAUTHN_RP_ID,
    origins: [...config.WEBAUTHN_ORIGINS, ...config.ANDROID_APPS.map(androidOrigin)],
    timeout: challengeLifetime,
  })
  const passkeys = passkeyService({
    ...dependencies,
    failures: loginFailures,
    throttle: loginThrottle,
    notices: securityNotices,
    challenges: challengeStore(database),
    store: passkeyStore(database),
    webAuthn: authenticators,
    database,
    clock,
  })
  dependencies.waysIn.addSource(passkeys.countPasskeys)
  return {
    services: { passkeys },
    resolvers: passkeyResolvers(passkeys),
    findNode: async (id: string, { viewer }: RequestContext) => {
      const passkey = viewer && (await passkeys.find(id, viewer.id))
      return passkey && { __typename: 'Passkey', ...passkey }
    },
    routes: async (app: FastifyInstance) => {
      await app.register(passkeyRoutes, { prefix: '/auth/passkeys', passkeys })
    },
    loadPackages: authenticators.loadPackages,
    userData: {
      erase: passkeys.erase,
      export: (userId: string) => ({ passkeys: passkeys.exportPasskeys(userId) }),
    },
  }
}

/** Returns the origin of requests of an Android app, which is given as `package=fingerprint`. */
function androidOrigin(app: string): string {
  const fingerprint = app.slice(app.indexOf('=') + 1).replaceAll(':', '')
  return `android:apk-key-hash:${Buffer.from(fingerprint, 'hex').toString('base64url')}`
}
