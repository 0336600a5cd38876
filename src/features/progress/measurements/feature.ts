import type { ConsentService } from '../../people/consents/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { measurementRecord } from './record.js'
import { measurementResolvers } from './resolvers.js'
import { measurementService } from './service.js'
import { measurementStore } from './store.js'
import { weighingStore } from './weighing-store.js'
import { bodyWeights } from './weights.js'

interface Needs {
  owned: OwnedService
  consents: ConsentService
  profile: ProfileService
}

export function measurements(
  { platform: { database, clock } }: FeatureContext,
  { owned, consents, profile }: Needs,
) {
  const weighings = weighingStore(database)
  const measurements = measurementService({
    measurements: measurementStore(database),
    weights: bodyWeights({ weighings, profile }),
    ...{ owned, consents, clock },
  })
  consents.onWithdrawal('BODY_MEASUREMENTS', measurements.eraseAll)
  return {
    services: { measurements },
    resolvers: measurementResolvers(measurements),
    records: [measurementRecord(measurements)],
    userData: { erase: weighings.erase },
  }
}
