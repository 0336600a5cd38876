import type { FeatureContext } from '../feature.js'
import { ownedService } from './service.js'
import { ownedStore } from './store.js'

export function owned({ platform: { database, events, clock }, config }: FeatureContext) {
  const store = ownedStore(database)
  const tombstoneLifetime = config.TOMBSTONE_EXPIRES_IN
  const owned = ownedService({ owned: store, database, events, tombstoneLifetime, clock })
  return {
    services: { owned },
    userData: { erase: store.erase, export: (userId: string) => ({ records: owned.streamAll(userId) }) },
  }
}
