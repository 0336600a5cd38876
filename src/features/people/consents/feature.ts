import type { AuditService } from '../audit/service.js'
import type { FeatureContext } from '../../feature.js'
import type { ProfileService } from '../profile/service.js'
import { consentResolvers } from './resolvers.js'
import { consentService } from './service.js'
import { consentStore } from './store.js'

interface Dependencies {
  audit: AuditService
  profile: ProfileService
}

export function consents(
  { platform: { database, clock } }: FeatureContext,
  { audit, profile }: Dependencies,
) {
  const consents = consentService({ consents: consentStore(database), audit, database, clock })
  return { services: { consents }, resolvers: consentResolvers(consents, profile) }
}
