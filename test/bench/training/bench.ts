import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { MongoClient, ObjectId, type Document } from 'mongodb'
import { buildApp, type App } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { days, minutes } from '../../../src/lib/quantities.js'
import type { Database } from '../../../src/platform/database/database.js'
import { countCommands, type Commands } from '../../commands.js'
import { starterCatalogue } from '../../features/training/exercises/starter-catalogue.js'
import { queryGraphQL, signUp, isolatedSettings, type TestUser } from '../../helper.js'

export interface TrainingBench {
  app: App
  client: MongoClient
  exerciseIds: readonly string[]
  commands: Commands
  /** Attempts of transactions, and transactions requested. */
  attempts: { started: number; requested: number }
  close(): Promise<void>
}

export const newId = () => randomBytes(12).toString('hex')

const settings = {
  RATE_LIMIT_AUTHENTICATED_PER_HOUR: '100000000',
  JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
  MAX_EVENT_LOOP_DELAY: '60s',
}

export async function openTraining(): Promise<TrainingBench> {
  const teardowns: (() => unknown)[] = []
  const its = isolatedSettings({ teardown: teardown => void teardowns.push(teardown) }, settings)
  const uri = its.MONGODB_URI
  if (uri === undefined) throw new Error('Set TEST_MONGODB_URI.')
  const commands = countCommands({ teardown: () => undefined })
  const attempts = { started: 0, requested: 0 }
  const observe = (database: Database) => commands.observe(countAttempts(database, attempts))
  const app = await buildApp(loadConfig(its), { wrapDatabase: observe })
  await app.ready()
  const client = await new MongoClient(uri).connect()
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string } }[] } }>(
    app,
    '{ exercises(first: 40, filter: { trackingTypes: [WEIGHT_REPS] }) { edges { node { id } } } }',
  )
  return {
    ...{ app, client, commands, attempts },
    exerciseIds: data?.exercises.edges.map(({ node }) => node.id) ?? [],
    async close() {
      await client.db().dropDatabase()
      await client.close()
      await app.close()
      for (const teardown of teardowns.toReversed()) await teardown()
    },
  }
}

function countAttempts(database: Database, attempts: TrainingBench['attempts']): Database {
  const inside = new AsyncLocalStorage<true>()
  return {
    ...database,
    transaction: (userId, work) => {
      if (inside.getStore()) return database.transaction(userId, work)
      attempts.requested++
      return database.transaction(userId, () => {
        attempts.started++
        return inside.run(true, work)
      })
    },
  }
}

const atOnce = 2000

/** Inserts small workouts of other users directly into the database, a hundred for each. */
export async function fillOthers({ client, exerciseIds }: TrainingBench, count: number): Promise<void> {
  const owned = client.db().collection('ownedRecords')
  const now = Date.now()
  for (let made = 0; made < count; made += atOnce) {
    const documents: Document[] = Array.from({ length: Math.min(atOnce, count - made) }, (_, index) => {
      const startedAt = new Date(now - Math.random() * 3650 * days)
      const number = made + index
      const exerciseId = exerciseIds[number % exerciseIds.length]
      return {
        ...{
          _id: new ObjectId(),
          userId: userOf(Math.floor(number / 100)),
          type: 'WORKOUT',
          seq: (number % 100) + 1,
        },
        ...{
          version: 1,
          createdAt: startedAt,
          updatedAt: startedAt,
          deletedAt: null,
          accepted: [],
          derived: {},
        },
        content: {
          title: null,
          startedAt,
          endedAt: startedAt,
          exercises: [{ id: newId(), exerciseId, sets: [] }],
        },
      }
    })
    await owned.insertMany(documents, { ordered: false })
    if (made % 100_000 === 0) process.stderr.write(`${made} workouts of others\n`)
  }
}

const userOf = (number: number) => new ObjectId(`e${number.toString(16).padStart(23, '0')}`)

interface Plan {
  workouts: number
  everyDays: number
}

/** Creates a user with that many workouts of ten exercises of five sets, saved by sync as an app does. */
export async function train(bench: TrainingBench, { workouts, everyDays }: Plan): Promise<TestUser> {
  const { app } = bench
  const user = await signUp(app)
  for (let made = 0; made < workouts; made += 100) {
    const operations = Array.from({ length: Math.min(100, workouts - made) }, (_, index) => {
      const startedAt = new Date(Date.now() - (made + index + 1) * everyDays * days)
      return { saveWorkout: workout(bench, startedAt) }
    })
    await write(app, user, operations)
    if (made % 500 === 0 && workouts > 500) process.stderr.write(`${made} of ${workouts} workouts\n`)
  }
  return user
}

export async function write(app: App, user: TestUser, operations: readonly object[]): Promise<void> {
  const { data, errors } = await queryGraphQL<{ sync: { results: { status: string }[] } }>(
    app,
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status error { message } } } }',
    { operations },
    user,
  )
  const refused = data?.sync.results.find(({ status }) => status !== 'APPLIED')
  if (errors || refused) throw new Error(JSON.stringify(errors ?? refused))
}

/** Ten exercises of five sets. */
export function workout({ exerciseIds }: TrainingBench, startedAt: Date, exercises = 10, sets = 5) {
  const first = Math.floor(Math.random() * exerciseIds.length)
  const completedAt = new Date(startedAt.getTime() + 30 * minutes).toISOString()
  return {
    ...{ id: newId(), startedAt: startedAt.toISOString(), timezone: 'Europe/Berlin', title: 'Training' },
    endedAt: new Date(startedAt.getTime() + 60 * minutes).toISOString(),
    exercises: Array.from({ length: exercises }, (_, entry) => ({
      id: newId(),
      exerciseId: exerciseIds[(first + entry) % exerciseIds.length],
      sets: Array.from({ length: sets }, () => ({
        ...{ id: newId(), reps: 3 + Math.floor(Math.random() * 10), completedAt },
        load: { value: 40 + 2.5 * Math.floor(Math.random() * 40), unit: 'KG' },
      })),
    })),
  }
}
