import type { ConsentService } from '../../people/consents/service.js'
import type { RecordTypeService, OwnedService } from '../../owned/service.js'
import { assertDateAllowed } from './input.js'
import type { MeasurementContent } from './models.js'
import { bodyWeightChanges } from './body-weight-changes.js'
import type { BodyWeightHistory } from './body-weight-history.js'

export interface MeasurementRecordTypeDependencies {
  owned: OwnedService
  consents: Pick<ConsentService, 'missingConsentError'>
  bodyWeights: Pick<BodyWeightHistory, 'applyChanges'>
  clock: () => Date
}

export type MeasurementRecordType = RecordTypeService<MeasurementContent>

export function measurementRecordType(
  dependencies: MeasurementRecordTypeDependencies,
): MeasurementRecordType {
  const { owned, consents, bodyWeights, clock } = dependencies

  return owned.defineRecordType<MeasurementContent>({
    type: 'MEASUREMENT',
    unique: 'date',

    async validate(userId) {
      const consentError = await consents.missingConsentError(userId, 'BODY_MEASUREMENTS')
      const now = clock()
      return save => {
        if (consentError) throw consentError
        assertDateAllowed(save, now)
      }
    },

    writesOthers: true,

    async derive(userId, changes) {
      await bodyWeights.applyChanges(userId, bodyWeightChanges(changes, clock()))
      return {}
    },
  })
}
