import type { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Index } from '../database.js'
import type { DatabaseState } from './database-state.js'
import { allKeys } from './data-reader.js'
import type { DataWriter } from './data-writer.js'
import type { Table } from './table.js'
import { tableIndex, type TableIndex } from './table-index.js'
import type { DatabaseAccess } from './transactions.js'

/** The number of documents that are indexed in one transaction. */
const batchSize = 250

const firstKey = { isDescending: false, limit: 1 }

interface Context {
  writer: DataWriter
  latest: DatabaseState
  access: Pick<DatabaseAccess, 'write'>
}

/**
 * Creates the declared indexes that are missing. An index that could not be completed, because the process was killed, is
 * created again.
 * @throws DuplicateKeyError if documents violate a unique index, which is not created then
 */
export async function addIndexes(
  declared: ReadonlyMap<Table, readonly Index[]>,
  context: Context,
): Promise<void> {
  const { access } = context
  // Collections without documents, such as those of a new database, get all of their indexes in one transaction.
  const incomplete = await access.write(() =>
    [...declared].flatMap(([table, indexes]) =>
      missingIndexes(table, indexes).flatMap(definition => createIndex(table, definition, context)),
    ),
  )
  for (const { table, index } of incomplete) await fillIndex(table, index, context)
}

interface IncompleteIndex {
  table: Table
  index: TableIndex
}

function missingIndexes(table: Table, indexes: readonly Index[]): string[] {
  const existing = new Set(table.completeIndexes.map(({ definition }) => JSON.stringify(definition)))
  const definitions = new Set(indexes.map(index => JSON.stringify(index)))
  return [...definitions].filter(definition => !existing.has(definition))
}

/** Returns the index if documents still have to be added. */
function createIndex(table: Table, definition: string, { writer, latest }: Context): IncompleteIndex[] {
  const { name: collection } = table
  for (const index of table.indexes.filter(index => JSON.stringify(index.definition) === definition))
    discardIndex(table, index, writer)
  const isComplete = latest.reader.ids(collection, allKeys, firstKey).length === 0
  const number = writer.addIndex({ collection, definition, isComplete })
  const index = tableIndex({ number, definition, lists: 0 })
  table.indexes.push(index)
  if (isComplete) table.completeIndexes.push(index)
  return isComplete ? [] : [{ table, index }]
}

/** Adds all documents. Writes already keep the index up to date in the meantime. */
async function fillIndex(table: Table, index: TableIndex, context: Context): Promise<void> {
  const { writer, access } = context
  try {
    for (let last: ObjectId | undefined; ;) {
      const after = last
      const ids = await access.write(() => indexBatch(table, index, after, context))
      last = ids.at(-1)
      if (ids.length < batchSize) break
    }
    await access.write(() => writer.completeIndex(index.number))
    table.completeIndexes.push(index)
  } catch (error) {
    if (error instanceof DuplicateKeyError) await access.write(() => discardIndex(table, index, writer))
    throw error
  }
}

/** Adds the next documents in the order of their ids, and returns these ids. */
function indexBatch(
  table: Table,
  index: TableIndex,
  after: ObjectId | undefined,
  { writer, latest }: Context,
): ObjectId[] {
  const ids: ObjectId[] = []
  const plan = table.plan(after ? { _id: { $gt: after } } : {}, { _id: 1 })
  for (const document of table.documents(latest, plan, batchSize)) {
    index.assertUnique(writer, document)
    index.replace(writer, undefined, document)
    if (ids.push(document._id) === batchSize) break
  }
  return ids
}

function discardIndex(table: Table, index: TableIndex, writer: DataWriter): void {
  writer.deleteIndex(index.number)
  table.indexes.splice(table.indexes.indexOf(index), 1)
}
