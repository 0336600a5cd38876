import { seconds } from '../../../lib/quantities.js'
import { noInstrumentation } from '../instrumentation.js'
import { instrumentCollection } from '../instrumented-collection.js'
import type { Collection, Database, DatabaseOptions, Entity, Index } from '../database.js'
import { toDataFileError } from './check-data-file.js'
import { scheduleCheckpoints } from './checkpoint-schedule.js'
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
const expiryBatchSize = 200

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
  const cache = createDocumentCache()
  const queue = createCommitQueue(file, cache)
  const access = embeddedTransactions(queue, transactionTimeout, instrumentation)
  const { transaction, afterCommit, exclusively } = access
  const { latest } = queue
  const { writer } = file
  const tables = new Map<string, Table>()
  /** The indexes that `prepare` creates. */
  const declaredIndexes = new Map<Table, Index[]>()
  const checkpoints = scheduleCheckpoints({ file, queue, exclusively, clock })

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

  /** Deletes the next batch of expired documents. @returns false if there are no others */
  const deleteExpiredBatch = (table: Table, now: Date): Promise<boolean> =>
    access.write(changes => {
      const expired = findExpired(table, latest, now, expiryBatchSize)
      for (const document of expired) table.remove(changes, document)
      return expired.length === expiryBatchSize
    })

  async function deleteExpired(now: Date): Promise<void> {
    for (const table of tables.values()) while (await deleteExpiredBatch(table, now)) continue
  }

  for (const stored of writer.indexes()) {
    const table = tableOf(stored.collection)
    const index = tableIndex(stored)
    table.indexes.push(index)
    if (stored.isComplete) table.completeIndexes.push(index)
  }
  // Ignore errors: the next run deletes the remaining documents.
  const timer = setInterval(
    () => void deleteExpired(new Date()).catch(() => undefined),
    expiryInterval,
  ).unref()

  return {
    collection<T extends Entity>(name: string, indexes: Index[] = []) {
      const table = tableOf(name)
      declaredIndexes.set(table, [...(declaredIndexes.get(table) ?? []), ...indexes])
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
      await addIndexes(declaredIndexes, { writer, latest, access })
      await deleteExpired(new Date())
    },
    jobs: [checkpoints.job],
    ping: async () => queue.assertHealthy(),
    deleteExpired,
    checkpoint: checkpoints.checkpoint,
    async close() {
      clearInterval(timer)
      queue.stop()
      await checkpoints.finished()
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
