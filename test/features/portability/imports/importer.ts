// Imports a file, or goes on with an import, and dies right after a part of it has been committed. Prints who it is and
// which import.
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import type { BulkWrite, Collection, Database, Entity } from '../../../../src/platform/database/database.js'
import { signUp } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { manyWorkouts, send } from './imports.js'

export interface Task {
  settings: Record<string, string>
  /** How many workouts the file has. */
  count: number
  /** After how many parts of it the process dies. */
  fatal: number
  /** How far its clock is ahead, in milliseconds. */
  ahead?: number
  /** The import to go on with; undefined for a new one. */
  begun?: Begun
}

export interface Begun {
  email: string
  password: string
  id: string
}

const { settings, count, fatal, ahead = 0, begun } = JSON.parse(process.argv[2] ?? '') as Task

/** Nobody could find an import that dies before it is told of. */
let tell = () => {}
const told = new Promise<void>(resolve => (tell = resolve))
let parts = 0

const watched = <T extends Entity>(collection: Collection<T>): Collection<T> => ({
  ...collection,
  async bulkWrite(writes: readonly BulkWrite<T>[]) {
    await told
    await collection.bulkWrite(writes)
    parts++
  },
})

const observe = (database: Database): Database => ({
  ...database,
  collection<T extends Entity>(name: string, indexes: Parameters<Database['collection']>[1]) {
    const collection = database.collection<T>(name, indexes)
    // It learns what is made as the last thing of each part.
    return name === 'importedWorkouts' ? watched(collection) : collection
  },
  async transaction(userId, work) {
    const result = await database.transaction(userId, work)
    if (parts === fatal) process.kill(process.pid, 'SIGKILL')
    return result
  },
})

const app = await buildApp(loadConfig(settings), {
  wrapDatabase: observe,
  clock: () => new Date(Date.now() + ahead),
})
await app.ready()
await app.features.services.exercises.import(starterCatalogue, 'starter')
if (!begun) {
  const person = await signUp(app)
  const id = await send(app, person, manyWorkouts(count))
  console.log([person.email, person.password, id].join('\t'))
}
tell()
