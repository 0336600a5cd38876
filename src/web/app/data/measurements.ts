import { computed } from '@preact/signals'
import { toMeasurement, type Measurement } from '../training/measurements.js'
import { ownRecords } from './records.js'

/** The body measurements, in no particular order. */
export const measurements = computed(() =>
  ownRecords<Measurement>('MEASUREMENT', 'saveMeasurement', record =>
    record.__typename === 'Measurement' ? toMeasurement(record) : null,
  ),
)
