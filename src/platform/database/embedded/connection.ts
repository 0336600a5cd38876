import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { seconds } from '../../../lib/quantities.js'

/** How long a statement waits for another connection by default, in milliseconds. */
const busyTimeout = 5 * seconds

/** A connection to a SQLite file. */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): StatementSyncInstance
  readonly isTransaction: boolean
  /** Rolls back the current transaction. */
  close(): void
}

/** @param timeout how long a statement waits for another connection, in milliseconds */
export function openConnection(path: string, { readOnly = false, timeout = busyTimeout } = {}): Connection {
  const database = new DatabaseSync(path, { readOnly, timeout })
  return {
    exec: sql => database.exec(sql),
    prepare: sql => database.prepare(sql),
    get isTransaction() {
      return database.isTransaction
    },
    close() {
      // SQLite keeps a closed connection until its statements are garbage collected, so end the transaction now.
      if (database.isTransaction) database.exec('ROLLBACK')
      database.close()
    },
  }
}
