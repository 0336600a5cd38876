import type { Config } from '../../config.js'
import type { Platform } from '../../platform/platform.js'
import { ownedService } from './service.js'
import { ownedStore } from './store.js'

interface Context {
  platform: Pick<Platform, 'database' | 'events' | 'clock'>
  config: Pick<Config, 'TOMBSTONE_EXPIRES_IN'>
}

export function owned({ platform: { database, events, clock }, config }: Context) {
  const store = ownedStore(database)
  const tombstoneLifetime = config.TOMBSTONE_EXPIRES_IN
  const owned = ownedService({ owned: store, database, events, tombstoneLifetime, clock })
  return {
    services: { owned },
    userData: { erase: store.erase, export: (userId: string) => ({ records: owned.streamAll(userId) }) },
  }
}
