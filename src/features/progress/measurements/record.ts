import { deleteOperation, ownedRecord, presentEach, saveOperation } from '../../owned/record.js'
import { readMeasurement } from './input.js'
import type { MeasurementService } from './service.js'

export const measurementRecord = ({ recordType, present, get }: MeasurementService) =>
  ownedRecord({
    type: 'MEASUREMENT',
    typename: 'Measurement',
    payload: 'measurement',
    present: presentEach(present),
    get,
    operations: {
      saveMeasurement: saveOperation(recordType, readMeasurement),
      deleteMeasurement: deleteOperation(recordType),
    },
  })
