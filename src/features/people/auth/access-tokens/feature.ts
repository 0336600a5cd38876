import type { RequestContext } from '../../../../viewer.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import { failureLimit } from '../sign-in/failure-limit.js'
import type { SessionCache } from '../sign-in/session-cache.js'
import type { SessionService } from '../sign-in/sessions.js'
import type { StepUpService } from '../step-up/service.js'
import { accessTokenResolvers } from './resolvers.js'
import { accessTokenService } from './service.js'
import { accessTokenStore } from './store.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  stepUp: StepUpService
  securityNotices: SecurityNotices
  sessionCache: SessionCache
  sessions: SessionService
}

/** Personal access tokens. */
export function accessTokens(
  { platform, config }: FeatureContext,
  { account, audit, stepUp, securityNotices: notices, sessionCache, sessions }: Dependencies,
) {
  const { database, counters, backgroundTasks: background, clock } = platform
  const store = accessTokenStore(database)
  const failures = failureLimit(
    counters.counter({
      name: 'access-token-address',
      limit: config.RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS,
      window: config.RATE_LIMIT_LOGIN_WINDOW,
    }),
  )
  const accessTokens = accessTokenService({
    account,
    audit,
    store,
    stepUp,
    notices,
    sessionCache,
    failures,
    background,
    database,
    clock,
  })
  sessions.addOtherAccess(store.deleteAll)
  return {
    services: { accessTokens },
    resolvers: accessTokenResolvers(accessTokens),
    findNode: async (id: string, { viewer }: RequestContext) =>
      viewer && { __typename: 'PersonalAccessToken', ...(await accessTokens.get(viewer.id, id)) },
    userData: {
      erase: store.deleteAll,
      export: (userId: string) => ({ personalAccessTokens: store.exportTokens(userId) }),
    },
  }
}
