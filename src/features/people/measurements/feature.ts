import type { ConsentService } from '../consents/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import { createBodyWeightHistory } from './body-weight-history.js'
import { bodyWeightStore } from './body-weight-store.js'
import { measurementRecord } from './record.js'

interface Dependencies {
  owned: OwnedService
  consents: ConsentService
  profile: ProfileService
}

export function measurements(
  { platform: { database, clock } }: FeatureContext,
  { owned, consents, profile }: Dependencies,
) {
  const weights = bodyWeightStore(database)
  const bodyWeightHistory = createBodyWeightHistory({ weights, profile })
  const { record, deleteAll } = measurementRecord({ owned, database, consents, bodyWeightHistory, clock })
  consents.onWithdrawal('BODY_MEASUREMENTS', async userId => {
    await bodyWeightHistory.clear(userId)
    await deleteAll(userId)
  })
  return { services: { bodyWeightHistory }, records: [record], userData: { erase: weights.erase } }
}
