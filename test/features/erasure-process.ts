// Deletes an account if one is given, then erases pending data, and kills itself before one of the deletions of the
// erasure.
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import type { Collection, Database, Entity } from '../../src/platform/database/database.js'
import { queryGraphQL, logIn } from '../helper.js'
import { now } from './training/workouts/workouts.js'

export interface Task {
  settings: Record<string, string>
  /** The account to delete immediately. */
  account?: { email: string; password: string }
  /** The number of the deletion before which the process is killed. */
  killBefore: number
}

const { settings, account, killBefore } = JSON.parse(process.argv[2] ?? '') as Task

/** The number of deletions since the erasure was read; undefined before. */
let deletions: number | undefined

function countDeletion(): void {
  if (deletions !== undefined && ++deletions === killBefore) process.kill(process.pid, 'SIGKILL')
}

/** Starts to count deletions when the erasure is read, and kills the process before the given one. */
function observeCollection<T extends Entity>(name: string, collection: Collection<T>): Collection<T> {
  return {
    ...collection,
    async find(filter, options) {
      const found = await collection.find(filter, options)
      if (name === 'erasures' && found.length > 0) deletions ??= 0
      return found
    },
    async deleteMany(filter) {
      countDeletion()
      return collection.deleteMany(filter)
    },
    async deleteOne(filter) {
      countDeletion()
      return collection.deleteOne(filter)
    },
    async findOneAndDelete(filter) {
      countDeletion()
      return collection.findOneAndDelete(filter)
    },
  }
}

const observe = (database: Database): Database => ({
  ...database,
  collection: (name, indexes) => observeCollection(name, database.collection(name, indexes)),
})

const app = await buildApp(loadConfig(settings), { clock: () => now, wrapDatabase: observe })
await app.ready()
if (account) {
  const { accessToken } = await logIn(app, account.email, account.password)
  const deletion =
    'mutation($password: String!) { deleteAccount(input: { password: $password, immediately: true }) { user { id } } }'
  const headers = { authorization: `Bearer ${accessToken}` }
  const { errors } = await queryGraphQL(app, deletion, { password: account.password }, { headers })
  if (errors) throw new Error(JSON.stringify(errors))
}
await app.features.services.deletion.runDeletions()
// The process was not killed: it exits normally, which fails the test.
await app.close()
