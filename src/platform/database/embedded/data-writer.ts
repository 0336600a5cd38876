import type { StatementSyncInstance } from '@photostructure/sqlite'
import type { Connection } from './connection.js'
import { createReader, type DataReader } from './data-reader.js'
import type { IndexKey } from './index-keys.js'

export interface StoredIndex {
  number: number
  collection: string
  /** The index as JSON. */
  definition: string
  /** False while existing documents are still being added. */
  isComplete: boolean
  /** A bit for each field that is, or was, a list in a document. */
  lists: number
}

/** The only writer of a data file. It reads its own changes before they are committed. */
export interface DataWriter extends DataReader {
  begin(): void
  /**
   * @returns false if there were no changes
   * @throws Error if the changes could not be written; they are rolled back then
   */
  commit(): boolean
  rollback(): void
  putDocument(collection: string, id: IndexKey, bytes: Uint8Array): void
  deleteDocument(collection: string, id: IndexKey): void
  putEntry(index: number, key: IndexKey): void
  deleteEntry(index: number, key: IndexKey): void
  addIndex(index: Pick<StoredIndex, 'collection' | 'definition' | 'isComplete'>): number
  completeIndex(index: number): void
  /** Sets bits of `lists`. */
  addLists(index: number, lists: number): void
  /** Deletes an index with its entries. */
  deleteIndex(index: number): void
  indexes(): StoredIndex[]
}

export function createWriter(connection: Connection): DataWriter {
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const putDocument = connection.prepare(
    `INSERT INTO documents (collection, id, document) VALUES (?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET document = excluded.document`,
  )
  const deleteDocument = connection.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  const putEntry = connection.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?)')
  const deleteEntry = connection.prepare('DELETE FROM entries WHERE "index" = ? AND key = ?')
  const addIndex = connection.prepare(
    'INSERT INTO indexes (collection, definition, isComplete, lists) VALUES (?, ?, ?, 0)',
  )
  const completeIndex = connection.prepare('UPDATE indexes SET isComplete = 1 WHERE number = ?')
  const addLists = connection.prepare('UPDATE indexes SET lists = lists | ? WHERE number = ?')
  const deleteEntries = connection.prepare('DELETE FROM entries WHERE "index" = ?')
  const deleteIndex = connection.prepare('DELETE FROM indexes WHERE number = ?')
  /** True if the current transaction contains a change. */
  let hasChanged = false
  const change = (statement: StatementSyncInstance, ...values: (string | number | Uint8Array)[]) => {
    hasChanged = true
    statement.run(...values)
  }
  const rollBack = () => {
    // SQLite rolls back by itself after some errors.
    if (connection.isTransaction) rollback.run()
  }

  return {
    ...createReader(connection),
    begin() {
      hasChanged = false
      begin.run()
    },
    commit() {
      try {
        commit.run()
        return hasChanged
      } catch (error) {
        rollBack()
        throw error
      }
    },
    rollback: rollBack,
    putDocument: (collection, id, bytes) => change(putDocument, collection, id, bytes),
    deleteDocument: (collection, id) => change(deleteDocument, collection, id),
    putEntry: (index, key) => change(putEntry, index, key),
    deleteEntry: (index, key) => change(deleteEntry, index, key),
    addIndex({ collection, definition, isComplete }) {
      hasChanged = true
      return Number(addIndex.run(collection, definition, Number(isComplete)).lastInsertRowid)
    },
    completeIndex: index => change(completeIndex, index),
    addLists: (index, lists) => change(addLists, lists, index),
    deleteIndex(index) {
      change(deleteEntries, index)
      change(deleteIndex, index)
    },
    indexes: () =>
      connection
        .prepare('SELECT * FROM indexes')
        .all()
        .map((row: Record<string, unknown>) => ({
          number: Number(row['number']),
          collection: String(row['collection']),
          definition: String(row['definition']),
          isComplete: row['isComplete'] === 1,
          lists: Number(row['lists']),
        })),
  }
}
