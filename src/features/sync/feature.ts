import type { Ground } from '../feature.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import { syncResolvers } from './resolvers.js'
import { syncService } from './service.js'

interface Needs {
  owned: OwnedService
  profile: ProfileService
}

export function sync({ platform: { clock }, config }: Ground, { owned, profile }: Needs) {
  const sync = syncService({
    owned,
    presenters: {
      PROFILE: async userId => [{ __typename: 'User', ...(await profile.get(userId)) }],
    },
    complete: profile.enterFeed,
    tombstoneLifetime: config.TOMBSTONE_EXPIRES_IN,
    clock,
  })
  return { services: { sync }, resolvers: syncResolvers(sync) }
}
