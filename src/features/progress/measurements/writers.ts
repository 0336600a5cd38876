import { deletionWriter } from '../../owned/deletion.js'
import type { Writer } from '../../owned/models.js'
import { readMeasurement } from './input.js'
import type { MeasurementDraft } from './models.js'
import type { MeasurementService } from './service.js'

/** What a sync may do to measurements. */
export const measurementWriters = ({ kind }: Pick<MeasurementService, 'kind'>) => ({
  saveMeasurement: {
    type: 'MEASUREMENT',
    kind,
    read: readMeasurement,
    idField: 'id',
  } satisfies Writer<MeasurementDraft>,
  deleteMeasurement: deletionWriter('MEASUREMENT', kind),
})
