import type { ConsentService } from '../../people/consents/service.js'
import type { RecordTypeService, OwnedService } from '../../owned/service.js'
import { assertDateAllowed } from './input.js'
import type { MeasurementContent } from './models.js'
import { bodyWeightChanges } from './body-weight-changes.js'
import type { BodyWeightHistory } from './body-weight-history.js'

export interface MeasurementRecordTypeDependencies {
  owned: OwnedService
  consents: Pick<ConsentService, 'missingConsentError'>
  weights: Pick<BodyWeightHistory, 'applyChanges'>
  clock: () => Date
}

export type MeasurementRecordType = RecordTypeService<MeasurementContent>

/** What measurements add to the way in which everything owned is written. */
export function measurementRecordType(
  dependencies: MeasurementRecordTypeDependencies,
): MeasurementRecordType {
  const { owned, consents, weights, clock } = dependencies

  return owned.defineRecordType<MeasurementContent>({
    type: 'MEASUREMENT',
    unique: 'date',

    async validate(userId) {
      const refusal = await consents.missingConsentError(userId, 'BODY_MEASUREMENTS')
      const now = clock()
      return save => {
        if (refusal) throw refusal
        assertDateAllowed(save, now)
      }
    },

    writesOthers: true,

    async derive(userId, changes) {
      await weights.applyChanges(userId, bodyWeightChanges(changes, clock()))
      return {}
    },
  })
}
