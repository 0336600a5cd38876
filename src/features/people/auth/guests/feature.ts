import type { FastifyInstance } from 'fastify'
import { hours } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { ProfileService } from '../../profile/service.js'
import type { DeletionService } from '../deletion/service.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SignInService } from '../sign-in/service.js'
import type { SessionService } from '../sign-in/sessions.js'
import { guestRoutes } from './routes.js'
import { guestService } from './service.js'
import { guestStore } from './store.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  signIn: SignInService
  sessions: SessionService
  loginThrottle: LoginThrottle
  deletion: DeletionService
}

/** Accounts that can be used without registering. */
export function guests(
  { platform: { database, counters, clock }, config }: FeatureContext,
  { account, audit, profile, signIn, sessions, loginThrottle: throttle, deletion }: Dependencies,
) {
  const guests = guestService({
    account,
    audit,
    profile,
    signIn,
    sessions,
    throttle,
    database,
    clock,
    store: guestStore(database),
    created: counters.counter({
      name: 'guest',
      limit: config.RATE_LIMIT_GUESTS_PER_HOUR,
      window: 1 * hours,
    }),
    isEnabled: config.GUESTS_ENABLED && config.REGISTRATION_ENABLED,
    lifetime: config.GUEST_EXPIRES_IN,
  })
  sessions.onRefresh(async ({ id, isGuest }) => {
    if (isGuest) await guests.recordUse(id)
  })
  return {
    services: { guests },
    routes: async (app: FastifyInstance) => {
      await app.register(guestRoutes, { prefix: '/auth/guest', guests })
    },
    jobs: [
      {
        name: 'erase unused guests',
        interval: 1 * hours,
        run: () => guests.removeUnused(deletion.removeAccount),
      },
    ],
    userData: { erase: guests.erase },
  }
}
