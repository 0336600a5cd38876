import type { Ground } from '../feature.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import { profileWriters } from '../profile/writers.js'
import { changesService } from './changes.js'
import type { Presenters } from './present.js'
import { syncResolvers } from './resolvers.js'
import { syncService } from './service.js'

interface Needs {
  owned: OwnedService
  profile: ProfileService
}

export function sync({ platform: { database, clock }, config }: Ground, { owned, profile }: Needs) {
  const presenters: Presenters = {
    PROFILE: async userId => [{ __typename: 'User', ...(await profile.get(userId)) }],
  }
  const changes = changesService({
    owned,
    presenters,
    complete: profile.enterFeed,
    tombstoneLifetime: config.TOMBSTONE_EXPIRES_IN,
    clock,
  })
  const sync = syncService({ writers: { ...profileWriters(profile) }, presenters, database })
  return { services: {}, resolvers: syncResolvers({ changes, sync }) }
}
