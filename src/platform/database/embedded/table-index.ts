import type { Entity, Index } from '../database.js'
import { DuplicateKeyError } from '../database.js'
import type { DataReader } from './data-reader.js'
import type { DataWriter, StoredIndex } from './data-writer.js'
import { encodeEntries, endOfPrefix, idLength, type IndexEntries, type IndexKey } from './index-keys.js'
import { compileFilter } from './query.js'

/** An index of a collection in the data file. Each entry consists of the values of the fields and the id of a document. */
export interface TableIndex {
  readonly number: number
  readonly definition: Index
  /** The fields, without an `_id` at the end, because all entries end with the id. */
  readonly fields: readonly string[]
  /** The positions of the fields that are, or were, lists in a document. Such a document has several entries. */
  readonly lists: ReadonlySet<number>
  /**
   * Returns whether the index contains all documents that match a filter.
   * @param valuesOf returns values that are representative of those that the filter allows for a field
   */
  containsMatches(valuesOf: (field: string) => readonly unknown[]): boolean
  /** @throws DuplicateKeyError if another document has a unique key of this document */
  assertUnique(reader: DataReader, document: Entity): void
  /** Replaces the entries of a document. Without `before` the document is new; without `after` it is deleted. */
  replace(writer: DataWriter, before: Entity | undefined, after: Entity | undefined): void
}

/** @throws TypeError for unsupported operators */
export function tableIndex(stored: Omit<StoredIndex, 'collection' | 'isComplete'>): TableIndex {
  const { number } = stored
  const definition = JSON.parse(stored.definition) as Index
  const allFields = Object.keys(definition.key)
  const endsWithId = allFields.at(-1) === '_id' && !definition.unique
  const fields = endsWithId ? allFields.slice(0, -1) : allFields
  const paths = fields.map(field => field.split('.'))
  const { partialFilterExpression: condition } = definition
  assertSupported([...allFields, ...Object.keys(condition ?? {})])
  const partial = condition && compileFilter(condition)
  const conditions = Object.entries(condition ?? {}).map(([field, value]) => ({
    field,
    condition: compileFilter({ value: value as unknown }),
  }))
  const lists = new Set(positionsOf(stored.lists))

  const entriesOf = (document: Entity | undefined): IndexEntries =>
    document && (!partial || partial.matches(document))
      ? encodeEntries(document, paths, document._id)
      : { keys: [], lists: [] }

  return {
    number,
    definition,
    fields,
    lists,
    containsMatches: valuesOf =>
      conditions.every(({ field, condition }) => {
        const values = valuesOf(field)
        const allows = (value: unknown) =>
          condition.matches({ value }) && (value !== null || condition.matches({}))
        return values.length > 0 && values.every(allows)
      }),
    assertUnique(reader, document) {
      if (!definition.unique) return
      for (const key of entriesOf(document).keys) {
        const start = key.subarray(0, -idLength)
        const range = { start, end: endOfPrefix(start) }
        const found = reader.entries(number, range, { isDescending: false, limit: 2 })
        if (found.some(other => !isSameKey(other, key))) throw new DuplicateKeyError(allFields)
      }
    },
    replace(writer, before, after) {
      const [old, current] = [entriesOf(before), entriesOf(after)]
      if (current.lists.length > 0) {
        for (const position of current.lists) lists.add(position)
        // Every time, because an earlier transaction may have been rolled back.
        writer.addLists(number, bitsOf(current.lists))
      }
      for (const key of old.keys) if (!includesKey(current.keys, key)) writer.deleteEntry(number, key)
      for (const key of current.keys) if (!includesKey(old.keys, key)) writer.putEntry(number, key)
    },
  }
}

/** The data file stores positions as bits. */
const bitsOf = (positions: readonly number[]) =>
  positions.reduce((bits, position) => bits | (1 << position), 0)

const positionsOf = (bits: number) =>
  Array.from({ length: 31 }, (_, position) => position).filter(position => (bits & (1 << position)) !== 0)

const isSameKey = (a: IndexKey, b: IndexKey) => Buffer.compare(a, b) === 0

const includesKey = (keys: readonly IndexKey[], key: IndexKey) => keys.some(other => isSameKey(other, key))

function assertSupported(paths: readonly string[]): void {
  const operator = paths.find(path => path.startsWith('$'))
  if (operator) throw new TypeError(`${operator} in an index is not supported`)
}
