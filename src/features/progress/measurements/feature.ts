import type { ConsentService } from '../../people/consents/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { measurementRecord } from './record.js'
import { measurementResolvers } from './resolvers.js'
import { measurementService } from './service.js'
import { measurementStore } from './store.js'
import { bodyWeightStore } from './body-weight-store.js'
import { bodyWeightHistory } from './body-weight-history.js'

interface Needs {
  owned: OwnedService
  consents: ConsentService
  profile: ProfileService
}

export function measurements(
  { platform: { database, clock } }: FeatureContext,
  { owned, consents, profile }: Needs,
) {
  const weights = bodyWeightStore(database)
  const measurements = measurementService({
    measurements: measurementStore(database),
    bodyWeights: bodyWeightHistory({ weights, profile }),
    owned,
    consents,
    clock,
  })
  consents.onWithdrawal('BODY_MEASUREMENTS', measurements.eraseAll)
  return {
    services: { measurements },
    resolvers: measurementResolvers(measurements),
    records: [measurementRecord(measurements)],
    userData: { erase: weights.erase },
  }
}
