import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import { pauseRecord } from './record.js'
import { pauseService } from './service.js'

interface Dependencies {
  owned: OwnedService
}

export function pauses({ platform: { database, clock } }: FeatureContext, { owned }: Dependencies) {
  const { record } = pauseRecord({ owned, database, clock })
  return { services: { pauses: pauseService({ owned, database }) }, records: [record] }
}
