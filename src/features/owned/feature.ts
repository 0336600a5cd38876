import type { Ground } from '../feature.js'
import { ownedService } from './service.js'
import { ownedStore } from './store.js'

export const owned = ({ platform: { database, events, clock }, config }: Ground) => ({
  services: {
    owned: ownedService({
      owned: ownedStore(database),
      database,
      events,
      tombstoneLifetime: config.TOMBSTONE_EXPIRES_IN,
      clock,
    }),
  },
})
