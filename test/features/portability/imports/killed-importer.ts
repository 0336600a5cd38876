// Imports a file, or continues an import, and is killed after a number of committed batches. Prints the credentials of the
// user and the id of the import.
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import type { BulkWrite, Collection, Database, Entity } from '../../../../src/platform/database/database.js'
import { signUp } from '../../../helper.js'
import { manyWorkouts, send } from './imports.js'

export interface Task {
  settings: Record<string, string>
  /** The number of workouts in the file. */
  count: number
  /** The number of committed batches after which the process is killed. */
  killAfter: number
  /** How far its clock is ahead, in milliseconds. */
  ahead?: number
  /** The import to continue; undefined for a new one. */
  startedImport?: StartedImport
}

export interface StartedImport {
  email: string
  password: string
  id: string
}

const { settings, count, killAfter, ahead = 0, startedImport } = JSON.parse(process.argv[2] ?? '') as Task

// Batches wait until the id of the import is printed.
let markPrinted = () => {}
const printed = new Promise<void>(resolve => (markPrinted = resolve))
let batches = 0

const countBatches = <T extends Entity>(collection: Collection<T>): Collection<T> => ({
  ...collection,
  async bulkWrite(writes: readonly BulkWrite<T>[]) {
    await printed
    await collection.bulkWrite(writes)
    batches++
  },
})

const killAfterBatch = (database: Database): Database => ({
  ...database,
  collection<T extends Entity>(name: string, indexes: Parameters<Database['collection']>[1]) {
    const collection = database.collection<T>(name, indexes)
    // Each batch ends with a write to this collection.
    return name === 'importedWorkouts' ? countBatches(collection) : collection
  },
  async transaction(userId, work) {
    const result = await database.transaction(userId, work)
    if (batches === killAfter) process.kill(process.pid, 'SIGKILL')
    return result
  },
})

const app = await buildApp(loadConfig(settings), {
  wrapDatabase: killAfterBatch,
  clock: () => new Date(Date.now() + ahead),
})
await app.ready()
if (!startedImport) {
  const user = await signUp(app)
  const id = await send(app, user, manyWorkouts(count))
  console.log([user.email, user.password, id].join('\t'))
}
markPrinted()
