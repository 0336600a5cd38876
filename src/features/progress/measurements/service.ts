import { notFound } from '../../../errors.js'
import { mapNodes, type PageArguments } from '../../../lib/pages.js'
import { deleteAllRecords } from '../../owned/deletion.js'
import type { Deletion, StoredRecord, WriteResult } from '../../owned/models.js'
import { unwrapResult } from '../../owned/service.js'
import { assertDateRange, readMeasurement } from './input.js'
import { measurementRecordType, type MeasurementRecordTypeDependencies } from './record-type.js'
import type {
  DateRange,
  Measurement,
  MeasurementContent,
  MeasurementDraft,
  MeasurementPayload,
} from './models.js'
import type { MeasurementStore } from './store.js'
import type { BodyWeightHistory } from './body-weight-history.js'

interface Dependencies extends MeasurementRecordTypeDependencies {
  measurements: MeasurementStore
  bodyWeights: BodyWeightHistory
}

export function measurementService({ measurements, bodyWeights, ...dependencies }: Dependencies) {
  const recordType = measurementRecordType({ ...dependencies, bodyWeights })

  const payload = ({ row, conflict }: WriteResult): MeasurementPayload => ({
    measurement: row && present(row),
    conflict,
  })

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

    /** @throws AppError BAD_USER_INPUT, CONSENT_REQUIRED */
    save: async (userId: string, draft: MeasurementDraft): Promise<MeasurementPayload> =>
      payload(unwrapResult(await recordType.save(userId, readMeasurement(draft, 'input')))),

    async remove(userId: string, deletion: Deletion) {
      const { row, conflict, version, deletedAt } = await recordType.remove(userId, deletion)
      return { recordId: deletion.id, version, deletedAt, measurement: row && present(row), conflict }
    },
  }
}

export type MeasurementService = ReturnType<typeof measurementService>

/** Returns null for a tombstone. */
function present({ id, version, createdAt, updatedAt, content }: StoredRecord): Measurement | null {
  return content && { id, version, createdAt, updatedAt, ...(content as MeasurementContent) }
}
