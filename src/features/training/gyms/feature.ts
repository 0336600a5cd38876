import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import { gymRecord } from './record.js'
import { gymService } from './service.js'
import { gymStore } from './store.js'

interface Dependencies {
  owned: OwnedService
}

export function gyms({ platform: { database } }: FeatureContext, { owned }: Dependencies) {
  const gyms = gymStore(database)
  const { record } = gymRecord({ owned, database, gyms })
  return { services: { gyms: gymService({ gyms }) }, records: [record] }
}
