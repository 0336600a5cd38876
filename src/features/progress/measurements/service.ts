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
  weights: BodyWeightHistory
}

export function measurementService({ measurements, weights, ...dependencies }: Dependencies) {
  const kind = measurementRecordType({ ...dependencies, weights })

  const payload = ({ row, conflict }: WriteResult): MeasurementPayload => ({
    measurement: row && present(row),
    conflict,
  })

  return {
    kind,
    /** Of some days in a row, and the latest before them, in the order of their days. */
    bodyWeightsAround: weights.around,
    /** Has something follow each change of the body's weight, in its transaction. */
    onWeightChange: weights.onChange,
    present,

    /** In the transaction that withdraws the consent to them. */
    async eraseAll(userId: string): Promise<void> {
      await weights.clear(userId)
      await deleteAllRecords(userId, kind, measurements.findSome)
    },

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<Measurement> {
      const row = await measurements.find(userId, id)
      const measurement = row && present(row)
      if (!measurement) throw notFound('measurement')
      return measurement
    },

    /** The latest day first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, range: DateRange, wanted: PageArguments) {
      assertDateRange(range)
      return mapNodes(await measurements.page(userId, range, wanted), present)
    },

    /** @throws AppError BAD_USER_INPUT, CONSENT_REQUIRED */
    save: async (userId: string, draft: MeasurementDraft): Promise<MeasurementPayload> =>
      payload(unwrapResult(await kind.save(userId, readMeasurement(draft, 'input')))),

    async remove(userId: string, deletion: Deletion) {
      const { row, conflict, version, deletedAt } = await kind.remove(userId, deletion)
      return { recordId: deletion.id, version, deletedAt, measurement: row && present(row), conflict }
    },
  }
}

export type MeasurementService = ReturnType<typeof measurementService>

/** A stored measurement as its owner sees it; null for what is left of one. */
function present({ id, version, createdAt, updatedAt, content }: StoredRecord): Measurement | null {
  return content && { id, version, createdAt, updatedAt, ...(content as MeasurementContent) }
}
