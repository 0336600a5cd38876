import type { AuditService } from '../audit/service.js'
import type { FeatureContext } from '../../feature.js'
import { accountService } from './service.js'
import { accountStore } from './store.js'
import { usernameClaimStore } from './username-claim-store.js'

export function account(
  { platform: { database, events, clock }, config }: FeatureContext,
  { audit }: { audit: AuditService },
) {
  const account = accountService({
    accounts: accountStore(database),
    claimStore: usernameClaimStore(database),
    audit,
    database,
    events,
    requiresSecondFactor: config.SECOND_FACTOR_REQUIRED_FOR_ADMINS,
    clock,
  })
  return { services: { account } }
}
