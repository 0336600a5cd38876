import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { StatementSyncInstance } from '@photostructure/sqlite'
import { MiB } from '../../../lib/quantities.js'
import { syncFolder } from '../../files/folders.js'
import { createCheckpointWorker } from './checkpoint.js'
import { openConnection, type Connection } from './connection.js'
import type { IndexKey } from './index-keys.js'

/** The name of the file with all documents, in the folder of the database. */
export const dataFileName = 'data.sqlite'

/** The range of keys from `start` up to but not including `end`. Undefined means no limit. */
export interface KeyRange {
  start: IndexKey
  end: IndexKey | undefined
}

/** Which keys of a range are read: the first ones, or the last ones in descending order. */
export interface KeyOrder {
  isDescending: boolean
  limit: number
}

/** Reads one state of the data file. */
export interface DataReader {
  /** Returns a serialized document. */
  document(collection: string, id: IndexKey): Uint8Array | undefined
  /** Returns the ids of documents of a collection. */
  ids(collection: string, range: KeyRange, order: KeyOrder): IndexKey[]
  /** Returns entries of an index. */
  entries(index: number, range: KeyRange, order: KeyOrder): IndexKey[]
  /** Counts the documents of a collection, which reads all of its pages. */
  count(collection: string): number
  /** Returns the names of the collections that contain documents. */
  collections(): string[]
}

/** A state of the data file that does not change. */
export interface Snapshot extends DataReader {
  release(): void
}

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

/**
 * The file of the embedded database: a SQLite database in WAL mode. Statements run on the event loop and take
 * microseconds. Whatever waits for the disk runs in other threads: `flush` in the thread pool, and checkpoints in a
 * worker.
 */
export interface DataFile {
  readonly writer: DataWriter
  /** Returns the state after all commits so far. */
  snapshot(): Snapshot
  /** Resolves when all commits so far are on disk. */
  flush(): Promise<void>
  /** True if the log has grown so much that a checkpoint is due. */
  needsCheckpoint(): Promise<boolean>
  /** Copies what it can of the log into the data file, while the file is in use. */
  copyLog(): Promise<void>
  /** Copies the rest of the log, and empties it. Nothing may be written, and no snapshot held, meanwhile. */
  emptyLog(): Promise<void>
  close(): Promise<void>
}

/** The size of the log from which it is copied into the data file, in bytes. */
const checkpointSize = 16 * MiB

/** In KiB. The writer reads most pages, because the reading connections drop theirs at each new snapshot. */
const writerCacheSize = 8192
const readerCacheSize = 2048

/** Changes with the tables below. */
const formatVersion = 1

const tables = `
  CREATE TABLE IF NOT EXISTS indexes (
    number INTEGER PRIMARY KEY, collection TEXT NOT NULL, definition TEXT NOT NULL,
    isComplete INTEGER NOT NULL, lists INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS documents (
    collection TEXT NOT NULL, id BLOB NOT NULL, document BLOB NOT NULL, PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (
    "index" INTEGER NOT NULL, key BLOB NOT NULL, PRIMARY KEY ("index", key)
  ) WITHOUT ROWID;
`

/**
 * Opens the data file in a folder that this process has locked, and creates it if it does not exist.
 * @param unlock called when the file is closed
 */
export async function openDataFile(folder: string, unlock: () => void): Promise<DataFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, dataFileName)
  // The owner alone may read the file. SQLite gives its other files the same permissions.
  await writeFile(path, '', { flag: 'a', mode: 0o600 })
  const connection = openWriter(path)
  let log: FileHandle | undefined
  try {
    const writer = writerOf(connection)
    log = await open(`${path}-wal`, 'r+')
    await log.datasync()
    await syncFolder(folder)
    return dataFile(path, { connection, writer, log, unlock })
  } catch (error) {
    connection.close()
    await log?.close()
    throw error
  }
}

interface OpenFile {
  /** The connection of the writer. */
  connection: Connection
  writer: DataWriter
  log: FileHandle
  unlock: () => void
}

function dataFile(path: string, { connection, writer, log, unlock }: OpenFile): DataFile {
  const readers: Connection[] = []
  const worker = createCheckpointWorker(path)

  function openReader(): ReadingConnection {
    const reading = openConnection(path, { readOnly: true })
    readers.push(reading)
    reading.exec(`PRAGMA cache_size = -${readerCacheSize}`)
    const begin = reading.prepare('BEGIN')
    // A transaction takes its snapshot with the first read.
    const read = reading.prepare('SELECT 1 FROM sqlite_schema LIMIT 1')
    const end = reading.prepare('COMMIT')
    return {
      reader: readerOf(reading),
      begin() {
        begin.run()
        read.get()
      },
      end: () => void end.run(),
    }
  }

  // One connection keeps the current snapshot while the other one takes the next.
  const idle = [openReader(), openReader()]

  return {
    writer,
    snapshot() {
      const reading = idle.pop() ?? openReader()
      reading.begin()
      return {
        ...reading.reader,
        release() {
          reading.end()
          idle.push(reading)
        },
      }
    },
    flush: () => log.datasync(),
    needsCheckpoint: async () => (await log.stat()).size >= checkpointSize,
    copyLog: () => worker.run('PASSIVE'),
    emptyLog: () => worker.run('TRUNCATE'),
    async close() {
      await worker.close()
      try {
        for (const reading of readers) reading.close()
        emptyLogBeforeClose(connection)
        connection.close()
        await log.close()
      } finally {
        unlock()
      }
    },
  }
}

/** Errors are ignored, because the next start reads the log. */
function emptyLogBeforeClose(connection: Connection): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    return
  }
}

interface ReadingConnection {
  reader: DataReader
  begin(): void
  end(): void
}

function openWriter(path: string): Connection {
  const connection = openConnection(path)
  try {
    connection.exec(`
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = WAL;
      -- Commits are flushed by \`flush\`, and checkpoints run in a worker.
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA cache_size = -${writerCacheSize};
      -- Errors of the disk only occur in commits then.
      PRAGMA cache_spill = OFF;
      PRAGMA temp_store = MEMORY;
      -- Overwrites deleted data with zeros.
      PRAGMA secure_delete = ON;
    `)
    const { user_version: version } = connection.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    if (version > formatVersion)
      throw new Error(
        `it has format ${version}, but this version of the service supports at most ${formatVersion}`,
      )
    if (version < formatVersion)
      connection.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${formatVersion}; COMMIT`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function readerOf(connection: Connection): DataReader {
  const document = connection.prepare('SELECT document FROM documents WHERE collection = ? AND id = ?')
  const count = connection.prepare('SELECT count(*) AS count FROM documents WHERE collection = ?')
  const next = connection.prepare('SELECT min(collection) AS name FROM documents WHERE collection > ?')
  return {
    document: (collection, id) =>
      (document.get(collection, id) as { document: Uint8Array } | undefined)?.document,
    ids: rangeReader(connection, 'SELECT id AS key FROM documents WHERE collection = ?', 'id'),
    entries: rangeReader(connection, 'SELECT key FROM entries WHERE "index" = ?', 'key'),
    count: collection => (count.get(collection) as { count: number }).count,
    collections() {
      const names: string[] = []
      for (let last = ''; ;) {
        const { name } = next.get(last) as { name: string | null }
        if (name === null) return names
        names.push(name)
        last = name
      }
    },
  }
}

/** Returns a function that reads keys of a collection, given by its name, or of an index, given by its number. */
function rangeReader(connection: Connection, select: string, column: string) {
  const prepare = (condition: string, direction: string): StatementSyncInstance =>
    connection.prepare(`${select} AND ${column} >= ? ${condition} ORDER BY ${column} ${direction} LIMIT ?`)
  const [bounded, open] = [`AND ${column} < ?`, '']
  const ascending = { bounded: prepare(bounded, 'ASC'), open: prepare(open, 'ASC') }
  const descending = { bounded: prepare(bounded, 'DESC'), open: prepare(open, 'DESC') }

  return (
    owner: string | number,
    { start, end }: KeyRange,
    { isDescending, limit }: KeyOrder,
  ): IndexKey[] => {
    const statements = isDescending ? descending : ascending
    const rows = end
      ? statements.bounded.all(owner, start, end, limit)
      : statements.open.all(owner, start, limit)
    return (rows as { key: IndexKey }[]).map(({ key }) => key)
  }
}

function writerOf(connection: Connection): DataWriter {
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const putDocument = connection.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)')
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
  /** Since the transaction began. */
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
    ...readerOf(connection),
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
      (connection.prepare('SELECT * FROM indexes').all() as unknown as IndexRow[]).map(row => ({
        ...row,
        isComplete: row.isComplete === 1,
      })),
  }
}

/** SQLite stores booleans as numbers. */
type IndexRow = Omit<StoredIndex, 'isComplete'> & { isComplete: number }
