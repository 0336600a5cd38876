import type { OwnedType, StoredRecord } from '../../owned/models.js'
import type { OwnedRecord as RecordDeclaration } from '../../owned/record.js'
import type { OwnedRecord } from './models.js'

export interface TypedRow {
  type: OwnedType
  row: StoredRecord
}

/** Looks up a presented record. Returns null if the record cannot be shown. */
type PresentedRecords = (type: OwnedType, id: string) => OwnedRecord | null

/** Presents stored records of many types, in a constant number of reads for each type. */
export type RecordPresenter = (userId: string, rows: readonly TypedRow[]) => Promise<PresentedRecords>

/** @param records called on use, because later features declare records, too */
export const recordPresenter =
  (records: () => readonly RecordDeclaration[]): RecordPresenter =>
  async (userId, rows) => {
    const rowsByType = new Map<OwnedType, Map<string, StoredRecord>>()
    for (const { type, row } of rows) {
      const sameType = rowsByType.get(type) ?? new Map<string, StoredRecord>()
      rowsByType.set(type, sameType.set(row.id, row))
    }
    const declarations = records().filter(({ type }) => rowsByType.has(type))
    const presented = new Map(
      await Promise.all(
        declarations.map(async ({ type, typename, present }) => {
          const found = await present(userId, [...(rowsByType.get(type)?.values() ?? [])])
          const entries = found.map(record => [record.id, { __typename: typename, ...record }] as const)
          return [type, new Map<string, OwnedRecord>(entries)] as const
        }),
      ),
    )
    return (type, id) => presented.get(type)?.get(id) ?? null
  }
