import { notFound } from '../../../errors.js'
import { mapNodes, type PageArguments } from '../../../lib/pages.js'
import { deleteAllRecords } from '../../owned/deletion.js'
import type { StoredRecord } from '../../owned/models.js'
import { assertDateRange } from './input.js'
import { measurementRecordType, type MeasurementRecordTypeDependencies } from './record-type.js'
import type { DateRange, Measurement, MeasurementContent } from './models.js'
import type { MeasurementStore } from './store.js'
import type { BodyWeightHistory } from './body-weight-history.js'

interface Dependencies extends MeasurementRecordTypeDependencies {
  measurements: MeasurementStore
  bodyWeights: BodyWeightHistory
}

export function measurementService({ measurements, bodyWeights, ...dependencies }: Dependencies) {
  const recordType = measurementRecordType({ ...dependencies, bodyWeights })

  return {
    recordType,
    bodyWeightsAround: bodyWeights.around,
    onWeightChange: bodyWeights.onChange,
    present,

    /** Must be called in the transaction that withdraws the consent. */
    async eraseAll(userId: string): Promise<void> {
      await bodyWeights.clear(userId)
      await deleteAllRecords(userId, recordType, measurements.findSome)
    },

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<Measurement> {
      const row = await measurements.find(userId, id)
      const measurement = row && present(row)
      if (!measurement) throw notFound('measurement')
      return measurement
    },

    /** Latest date first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, range: DateRange, page: PageArguments) {
      assertDateRange(range)
      return mapNodes(await measurements.page(userId, range, page), present)
    },
  }
}

export type MeasurementService = ReturnType<typeof measurementService>

/** Returns null for a tombstone. */
function present({ id, version, createdAt, updatedAt, content }: StoredRecord): Measurement | null {
  return content && { id, version, createdAt, updatedAt, ...(content as MeasurementContent) }
}
