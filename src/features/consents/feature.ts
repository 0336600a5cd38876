import type { Ground } from '../feature.js'
import type { ProfileService } from '../profile/service.js'
import { consentResolvers } from './resolvers.js'
import { consentService } from './service.js'
import { consentStore } from './store.js'

interface Needs {
  profile: ProfileService
}

export function consents({ platform: { database, clock } }: Ground, { profile }: Needs) {
  const consents = consentService({ consents: consentStore(database), database, clock })
  return { services: { consents }, resolvers: consentResolvers(consents, profile) }
}
