import type { FeatureContext } from '../../feature.js'
import { auditService } from './service.js'
import { auditStore } from './store.js'

export function audit({ platform: { database, clock }, config }: FeatureContext) {
  const entries = auditStore(database)
  const audit = auditService({ entries, lifetime: config.AUDIT_EXPIRES_IN, clock })
  return {
    services: { audit },
    userData: {
      erase: audit.pseudonymize,
      export: (userId: string) => ({ auditEntries: audit.exportEntries(userId) }),
    },
  }
}
