import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { changesService } from './changes.js'
import { recordPresenter } from './presenter.js'
import { syncResolvers } from './resolvers.js'
import { syncService } from './service.js'

interface Dependencies {
  owned: OwnedService
  profile: ProfileService
}

export function sync(
  { platform: { database, clock }, config, ownedRecords }: FeatureContext,
  { owned, profile }: Dependencies,
) {
  const present = recordPresenter(ownedRecords)
  const changes = changesService({
    owned,
    present,
    isReference: type => ownedRecords().some(record => record.type === type && record.isReference),
    addMissing: profile.addToFeed,
    tombstoneLifetime: config.TOMBSTONE_EXPIRES_IN,
    clock,
  })
  const sync = syncService({ records: ownedRecords, present, database, owned })
  return { services: {}, resolvers: syncResolvers({ records: ownedRecords, changes, sync }) }
}
