import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { MiB } from '../../../lib/quantities.js'
import { syncFolder } from '../../files/folders.js'
import { createCheckpointWorker } from './checkpoint.js'
import { openConnection, type Connection } from './connection.js'
import { createReader, type DataReader } from './data-reader.js'
import { createWriter, type DataWriter } from './data-writer.js'

/** The name of the file with all documents, in the folder of the database. */
export const dataFileName = 'data.sqlite'

/** The name of a data file that is being created from the initial one. */
export const unfinishedDataFileName = `${dataFileName}.new`

/** A state of the data file that does not change. */
export interface Snapshot extends DataReader {
  release(): void
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
  /** Copies the rest of the log, and empties it. Nothing may be written, and no snapshot held, in the meantime. */
  emptyLog(): Promise<void>
  close(): Promise<void>
}

/** The size of the log from which it is copied into the data file, in bytes. */
const checkpointSize = 16 * MiB

/** In KiB. The writer reads most pages, because the reading connections drop theirs at each new snapshot. */
const writerCacheSize = 8192
const readerCacheSize = 2048

/** The version of the tables below. */
const formatVersion = 1

const tables = `
  CREATE TABLE IF NOT EXISTS indexes (
    number INTEGER PRIMARY KEY, collection TEXT NOT NULL, definition TEXT NOT NULL,
    isComplete INTEGER NOT NULL, lists INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS documents (
    number INTEGER PRIMARY KEY, collection TEXT NOT NULL, id BLOB NOT NULL, document BLOB NOT NULL
  );
  -- In a table without row numbers, every search would compare whole documents.
  CREATE UNIQUE INDEX IF NOT EXISTS documentIds ON documents (collection, id);
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
    const writer = createWriter(connection)
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
    // After an error, a commit can fail.
    const end = reading.prepare('ROLLBACK')
    return {
      reader: createReader(reading),
      begin() {
        begin.run()
        read.get()
      },
      end() {
        // SQLite ends the transaction by itself after some errors.
        if (reading.isTransaction) end.run()
      },
    }
  }

  // One connection keeps the current snapshot while the other one takes the next.
  const idleReaders = [openReader(), openReader()]

  return {
    writer,
    snapshot() {
      const reading = idleReaders.pop() ?? openReader()
      reading.begin()
      return {
        ...reading.reader,
        release() {
          reading.end()
          idleReaders.push(reading)
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
