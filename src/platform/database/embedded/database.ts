import { minutes, seconds, MiB } from '../../../lib/quantities.js'
import { noInstrumentation } from '../instrumentation.js'
import { instrumentCollection } from '../instrumented-collection.js'
import type { Collection, Database, DatabaseOptions, Entity, Index } from '../database.js'
import { toDataFileError } from './check-data-file.js'
import { embeddedCollection } from './collection.js'
import { createCommitQueue } from './commit-queue.js'
import type { DataFile } from './data-file.js'
import { createDocumentCache } from './document-cache.js'
import { openDataFolder } from './open-data-folder.js'
import { findExpired } from './find-expired.js'
import { addIndexes } from './add-indexes.js'
import { createTable, type Table } from './table.js'
import { tableIndex } from './table-index.js'
import { embeddedTransactions } from './transactions.js'

const expiryInterval = 60 * seconds
/** The number of documents that are deleted in one transaction when they have expired. */
const expiryBatch = 200

/** The maximum size of the cached documents, in bytes of their serialized form. */
const cacheSize = 4 * MiB

/** The delay after a failed checkpoint, in milliseconds. */
const checkpointRetryDelay = 10 * seconds

/**
 * The age at which a job empties the log. The job runs twice in this time, so that deleted data remain in the log for at
 * most half an hour.
 */
const maxLogAge = 20 * minutes

interface EmbeddedDatabase extends Database {
  /** Deletes documents that have expired. This happens automatically every minute and in `prepare`. */
  deleteExpired(now: Date): Promise<void>
  /** Empties the log of the data file, and with it the remains of deleted data. */
  checkpoint(): Promise<void>
}

/**
 * Opens a database in a folder, for one process. Writes are on disk before they are acknowledged or visible to other
 * readers.
 * @throws Error if another process has the folder open
 * @throws ConfigError if the data cannot be read
 */
export async function openEmbedded(folder: string, options?: DatabaseOptions): Promise<EmbeddedDatabase> {
  const file = await openDataFolder(folder, options?.report).catch((error: unknown) => {
    throw toDataFileError(folder, error)
  })
  try {
    return embeddedDatabase(file, options)
  } catch (error) {
    await file.close()
    throw toDataFileError(folder, error)
  }
}

/** Opens a database in any data file, so that tests can simulate failures. */
export function embeddedDatabase(
  file: DataFile,
  {
    transactionTimeout = 10 * seconds,
    instrumentation = noInstrumentation,
    clock = () => new Date(),
  }: DatabaseOptions = {},
): EmbeddedDatabase {
  const cache = createDocumentCache(cacheSize)
  const queue = createCommitQueue(file, cache)
  const access = embeddedTransactions(queue, transactionTimeout, instrumentation)
  const { transaction, afterCommit, exclusively } = access
  const { latest } = queue
  const { writer } = file
  const tables = new Map<string, Table>()
  /** The indexes that `prepare` has yet to create. */
  const declared = new Map<Table, Index[]>()
  let checkpointing: Promise<void> | undefined
  let emptiedAt = clock()
  let nextCheckpoint = 0

  function addTable(name: string): Table {
    const table = createTable({ name, writer, latest, cache })
    tables.set(name, table)
    return table
  }

  const tableOf = (name: string): Table => tables.get(name) ?? addTable(name)
  const plainCollection = <T extends Entity>(name: string) =>
    embeddedCollection<T>(tableOf(name), latest, access)
  const existing = <T extends Entity>(name: string) =>
    instrumentCollection(plainCollection<T>(name), name, instrumentation, () => false)

  async function sweep(now: Date): Promise<void> {
    for (const table of tables.values()) {
      for (;;) {
        const deleted = await access.write(changes => {
          const expired = findExpired(table, latest, now, expiryBatch)
          for (const document of expired) table.remove(changes, document)
          return expired.length
        })
        if (deleted < expiryBatch) break
      }
    }
  }

  async function checkpoint(): Promise<void> {
    // Most of the log is copied while writes continue.
    await file.copyLog()
    await exclusively(() => queue.withoutSnapshot(() => file.emptyLog()))
    emptiedAt = clock()
  }

  /** Does nothing at the start of the service, when the job runs for the first time. */
  async function emptyOldLog(): Promise<void> {
    if (clock().getTime() - emptiedAt.getTime() >= maxLogAge) await checkpoint()
  }

  /** Ignores errors: the next attempt copies the log again. It is delayed, because a backup may be reading the log. */
  function startCheckpoint() {
    if (performance.now() < nextCheckpoint) return
    checkpointing ??= checkpoint()
      .catch(() => {
        nextCheckpoint = performance.now() + checkpointRetryDelay
      })
      .finally(() => {
        checkpointing = undefined
      })
  }

  for (const stored of writer.indexes()) {
    const table = tableOf(stored.collection)
    const index = tableIndex(stored)
    table.indexes.push(index)
    if (stored.isComplete) table.completeIndexes.push(index)
  }
  queue.onFlush(async () => {
    if (await file.needsCheckpoint()) startCheckpoint()
  })
  // Ignore errors: the next run deletes the remaining documents.
  const timer = setInterval(() => void sweep(new Date()).catch(() => undefined), expiryInterval).unref()

  return {
    collection<T extends Entity>(name: string, indexes: Index[] = []) {
      const table = tableOf(name)
      declared.set(table, [...(declared.get(table) ?? []), ...indexes])
      return existing<T>(name)
    },
    administration: {
      existing,
      collectionNames: () => access.read(({ reader }) => reader.collections()),
      renameCollection: async (from, to, onProgress) =>
        moveDocuments({ transaction }, plainCollection(from), plainCollection(to), onProgress),
    },
    transaction,
    afterCommit,
    async prepare() {
      await addIndexes(declared, { writer, latest, access })
      await sweep(new Date())
    },
    jobs: [{ name: 'empty the log of the data file', interval: maxLogAge / 2, run: emptyOldLog }],
    ping: async () => queue.assertAvailable(),
    deleteExpired: sweep,
    checkpoint,
    async close() {
      clearInterval(timer)
      queue.stop()
      await checkpointing
      await queue.flushed().catch(() => undefined)
      await file.close()
    },
  }
}

/** The number of documents that are moved in one transaction. A document can be as large as a megabyte. */
const moveBatchSize = 100

/** A document is in exactly one of both collections at any time, so that the move can be continued after a kill. */
async function moveDocuments(
  { transaction }: Pick<Database, 'transaction'>,
  from: Collection<Entity>,
  to: Collection<Entity>,
  onProgress?: (documents: number) => void,
): Promise<void> {
  for (let moved = 0; ;) {
    const found = await from.find({}, { limit: moveBatchSize })
    if (found.length === 0) return
    await transaction('', async () => {
      await to.bulkWrite(found.map(document => ({ insertOne: { document } })))
      await from.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
    })
    moved += found.length
    onProgress?.(moved)
  }
}
