import type { OwnedType, Row } from '../../owned/models.js'
import type { OwnedRecord } from './models.js'

/** Shows stored records of one type as their owner sees them, in a constant number of reads. */
export type Presenter = (userId: string, rows: readonly Row[]) => Promise<OwnedRecord[]>

export type Presenters = Partial<Record<OwnedType, Presenter>>

interface TypedRow {
  type: OwnedType
  row: Row
}

/** Records of many types, found again by type and id; null for what is not there to be seen. */
export async function present(
  presenters: Presenters,
  userId: string,
  rows: readonly TypedRow[],
): Promise<(type: OwnedType, id: string) => OwnedRecord | null> {
  const byType = new Map<OwnedType, Map<string, Row>>()
  for (const { type, row } of rows) {
    const ofType = byType.get(type) ?? new Map<string, Row>()
    byType.set(type, ofType.set(row.id, row))
  }
  const shown = new Map(
    await Promise.all(
      [...byType].map(async ([type, ofType]) => {
        const records = (await presenters[type]?.(userId, [...ofType.values()])) ?? []
        return [type, new Map(records.map(record => [record.id, record]))] as const
      }),
    ),
  )
  return (type, id) => shown.get(type)?.get(id) ?? null
}
