// Deletes an account, where one is named, and erases what is to be erased: dies before one of the deletions of that.
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import type { Collection, Database, Entity } from '../../src/platform/database/database.js'
import { queryGraphQL, logIn } from '../helper.js'
import { now } from './training/workouts/workouts.js'

export interface Task {
  settings: Record<string, string>
  /** Who deletes the account, at once. */
  leaver?: { email: string; password: string }
  /** Before which deletion of the erasure it dies. */
  fatal: number
}

const { settings, leaver, fatal } = JSON.parse(process.argv[2] ?? '') as Task

/** Of what is to be erased; until that is known nothing is counted. */
let deletions: number | undefined

function die(): void {
  if (deletions !== undefined && ++deletions === fatal) process.kill(process.pid, 'SIGKILL')
}

/** What is read or deleted goes on, if the process does. */
function watched<T extends Entity>(name: string, collection: Collection<T>): Collection<T> {
  return {
    ...collection,
    async find(filter, options) {
      const found = await collection.find(filter, options)
      if (name === 'erasures' && found.length > 0) deletions ??= 0
      return found
    },
    async deleteMany(filter) {
      die()
      return collection.deleteMany(filter)
    },
    async deleteOne(filter) {
      die()
      return collection.deleteOne(filter)
    },
    async findOneAndDelete(filter) {
      die()
      return collection.findOneAndDelete(filter)
    },
  }
}

const observe = (database: Database): Database => ({
  ...database,
  collection: (name, indexes) => watched(name, database.collection(name, indexes)),
})

const app = await buildApp(loadConfig(settings), { clock: () => now, wrapDatabase: observe })
await app.ready()
if (leaver) {
  const { accessToken } = await logIn(app, leaver.email, leaver.password)
  const deletion =
    'mutation($password: String!) { deleteAccount(input: { password: $password, immediately: true }) { user { id } } }'
  const headers = { authorization: `Bearer ${accessToken}` }
  const { errors } = await queryGraphQL(app, deletion, { password: leaver.password }, { headers })
  if (errors) throw new Error(JSON.stringify(errors))
}
await app.features.services.deletion.runDeletions()
// Not killed: whoever waits for that is told.
await app.close()
