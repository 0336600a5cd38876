import { notFound } from '../../errors.js'
import type { PageArguments } from '../../lib/pages.js'
import { nextTurn } from '../../lib/turns.js'
import type { Deletion, Row, Written } from '../owned/models.js'
import { unlessRefused } from '../owned/service.js'
import { demandRange, readMeasurement } from './input.js'
import { measurementKind, type MeasurementKindDependencies } from './kind.js'
import type {
  DateRange,
  Measurement,
  MeasurementContent,
  MeasurementDraft,
  MeasurementPayload,
} from './models.js'
import type { MeasurementStore } from './store.js'

/** Of a life there may be twenty thousand. */
const erasedAtOnce = 250

interface Dependencies extends MeasurementKindDependencies {
  measurements: MeasurementStore
}

export function measurementService({ measurements, ...dependencies }: Dependencies) {
  const kind = measurementKind(dependencies)

  const payload = ({ row, conflict }: Written): MeasurementPayload => ({
    measurement: row && present(row),
    conflict,
  })

  /** In the transaction that withdraws the consent to them. What remains are their places in the feed. */
  async function eraseAll(userId: string): Promise<void> {
    for (;;) {
      const rows = await measurements.some(userId, erasedAtOnce)
      if (rows.length === 0) return
      await kind.apply(
        userId,
        rows.map(({ id }) => ({ id, expectedVersion: null })),
      )
      await nextTurn()
    }
  }

  return {
    kind,
    eraseAll,
    present,

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<Measurement> {
      const row = await measurements.find(userId, id)
      const measurement = row && present(row)
      if (!measurement) throw notFound('measurement')
      return measurement
    },

    /** The latest day first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, range: DateRange, wanted: PageArguments) {
      demandRange(range)
      const { edges, ...page } = await measurements.page(userId, range, wanted)
      const shown = edges.flatMap(({ cursor, node: row }) => {
        const node = present(row)
        return node ? [{ cursor, node }] : []
      })
      return { ...page, edges: shown }
    },

    /** @throws AppError BAD_USER_INPUT, CONSENT_REQUIRED */
    save: async (userId: string, draft: MeasurementDraft): Promise<MeasurementPayload> =>
      payload(unlessRefused(await kind.save(userId, readMeasurement(draft, 'input')))),

    async remove(userId: string, deletion: Deletion) {
      const { row, conflict, version, deletedAt } = await kind.remove(userId, deletion)
      return { id: deletion.id, version, deletedAt, measurement: row && present(row), conflict }
    },
  }
}

export type MeasurementService = ReturnType<typeof measurementService>

/** A stored measurement as its owner sees it; null for what is left of one. */
function present({ id, version, createdAt, updatedAt, content }: Row): Measurement | null {
  return content && { id, version, createdAt, updatedAt, ...(content as MeasurementContent) }
}
