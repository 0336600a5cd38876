import type { FeatureContext } from '../../feature.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { StoredRecord } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ConsentService } from '../consents/service.js'
import { extractBodyWeightChanges } from './body-weight-changes.js'
import type { BodyWeightHistory } from './body-weight-history.js'
import { assertDateAllowed, assertDateRange, readMeasurement } from './input.js'
import type { DateRange, Measurement, MeasurementContent } from './models.js'

interface Dependencies extends Pick<FeatureContext['platform'], 'database' | 'clock'> {
  owned: OwnedService
  consents: ConsentService
  bodyWeightHistory: BodyWeightHistory
}

export function measurementRecord({ owned, database, consents, bodyWeightHistory, clock }: Dependencies) {
  return declareRecord(
    { owned, database },
    {
      type: 'MEASUREMENT',
      typename: 'Measurement',
      payload: 'measurement',
      list: {
        field: 'measurements',
        order: { field: 'content.date', type: 'string', direction: -1 },
        filter: dateFilter,
      },
      present,
      unique: 'date',

      async prepare(userId) {
        const consentError = await consents.missingConsentError(userId, 'BODY_MEASUREMENTS')
        const now = clock()
        return {
          validate(save) {
            if (consentError) throw consentError
            assertDateAllowed(save, now)
          },
        }
      },

      writesOthers: true,

      async derive(userId, changes) {
        await bodyWeightHistory.applyChanges(userId, extractBodyWeightChanges(changes, clock()))
        return {}
      },

      operations: recordType => ({
        saveMeasurement: saveOperation(recordType, readMeasurement),
        deleteMeasurement: deleteOperation(recordType),
      }),
    },
  )
}

function dateFilter({ from = null, to = null }: Partial<DateRange>) {
  assertDateRange({ from, to })
  if ((from ?? to) === null) return {}
  return { 'content.date': { ...(from !== null && { $gte: from }), ...(to !== null && { $lte: to }) } }
}

function present({
  id,
  version,
  createdAt,
  updatedAt,
  content,
}: StoredRecord<MeasurementContent>): Measurement | null {
  return content && { id, version, createdAt, updatedAt, ...content }
}
