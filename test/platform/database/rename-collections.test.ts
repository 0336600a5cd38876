import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { ConfigError } from '../../../src/errors.js'
import type { Database, Entity } from '../../../src/platform/database/database.js'
import { migrate, type Migration } from '../../../src/platform/database/migrate.js'
import { migrations } from '../../../src/platform/database/migrations.js'
import {
  actionRenamings,
  createRenameCollections,
  fieldRenamings,
  renamings,
} from '../../../src/platform/database/migrations/rename-collections.js'
import { openMongo } from '../../../src/platform/database/mongodb/database.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { schemaVersionStore } from '../../../src/platform/database/schema-version.js'
import { runCommand, spawnCommand } from '../../commands/run-command.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  save,
} from '../../features/training/workouts/workouts.js'
import { build, isolatedSettings, logIn, queryGraphQL, signUp, type Settings } from '../../helper.js'
import { databases, mongodbUri, openTestMongo } from './databases.js'
import { restoreEarlierNames } from './earlier-names.js'

const nothing: Migration = async () => undefined
const steps = [nothing, nothing, nothing, createRenameCollections({ observationTime: 300 })]
const formerNames = [...renamings.map(({ from }) => from), 'shape']

/** A database with the former names, and the ids of the documents of each collection by its present name. */
async function fill(database: Database): Promise<Map<string, string[]>> {
  for (const { to } of renamings) database.collection(to)
  await database.prepare()
  await migrate(database, steps)
  const ids = new Map<string, string[]>()
  for (const { to } of renamings) {
    const documents = Array.from({ length: to === 'ownedRecords' ? 250 : 3 }, (_, number) => ({
      _id: new ObjectId(),
      number,
      ...fieldsOf(to),
    }))
    await database.collection<Entity>(to).bulkWrite(documents.map(document => ({ insertOne: { document } })))
    ids.set(to, documents.map(({ _id }) => _id.toHexString()).sort())
  }
  for (const name of unrenamedCollections)
    await database.administration.existing<Entity>(name).insertOne({ _id: new ObjectId(), ...fieldsOf(name) })
  await restoreEarlierNames(database)
  return ids
}

/** The renamed fields of a collection, with values. Each subdocument and each element of an array has one more field. */
const fieldsOf = (name: string) => ({
  ...{
    auditEntries: { userIds: ['1'], action: 'ADMIN_ROLE_GRANTED' },
    bodyWeightBackfills: {
      updatedAt: 2,
      spans: [{ from: 3, profileWeight: 4, lastProcessed: null }, { from: 5 }],
    },
    erasures: { startedAt: 6, pseudonym: '7' },
    mailRequests: { requestedAt: 8 },
    ownedRecords: {
      accepted: [{ fingerprint: '9', version: 10 }],
      content: { decisions: { chosenStatus: 'ACTIVE', upgrades: 11 } },
      derived: { pausedAtResumptions: 12, recordEntries: '13', publishedFingerprint: null, performed: [] },
      achievementTotals: { sums: {} },
    },
    personalRecords: { isCurrent: true },
    seedVersions: { fingerprint: 'abc' },
  }[name],
})

const unrenamedCollections = Object.keys(fieldRenamings).filter(name =>
  renamings.every(({ to }) => to !== name),
)

async function assertFieldsRenamed(t: Test, database: Database): Promise<void> {
  for (const name of Object.keys(fieldRenamings)) {
    const found = await database.administration.existing<Entity>(name).find({})
    t.ok(found.length > 0, name)
    for (const { _id, number: _, ...fields } of found) t.same(fields, fieldsOf(name), name)
  }
}

async function assertEarlierFields(t: Test, database: Database): Promise<void> {
  const { existing } = database.administration
  for (const [name, fields] of Object.entries(fieldRenamings))
    for (const path of Object.keys(fields)) {
      const earlierName = renamings.find(({ to }) => to === name)?.from ?? name
      const filter = { [path]: { $exists: true } }
      t.ok((await existing<Entity>(earlierName).countDocuments(filter)) > 0, `${earlierName}: ${path}`)
    }
  const action = Object.keys(actionRenamings)[0] ?? ''
  t.equal(await existing<Entity & { action: string }>('auditEntries').countDocuments({ action }), 1)
}

async function idsIn(database: Database): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>()
  for (const { to } of renamings) {
    const found = await database.collection<Entity>(to).find({})
    ids.set(to, found.map(({ _id }) => _id.toHexString()).sort())
  }
  return ids
}

const formerCollections = async ({ administration }: Database) =>
  (await administration.collectionNames()).filter(name => formerNames.includes(name)).sort()

/** Fails in one of the renames, before or after a part of it, or before a batch of fields is renamed. */
function failing(database: Database, failAt: number): Database {
  let count = 0
  const fail = () => {
    if (count++ === failAt) throw new Error('killed')
  }
  const { administration } = database
  return {
    ...database,
    administration: {
      ...administration,
      existing<T extends Entity>(name: string) {
        const collection = administration.existing<T>(name)
        return {
          ...collection,
          async bulkWrite(writes: Parameters<typeof collection.bulkWrite>[0]) {
            if (writes.length > 0) fail()
            await collection.bulkWrite(writes)
          },
        }
      },
      async renameCollection(from, to, onProgress) {
        fail()
        await administration.renameCollection(from, to, documents => {
          onProgress?.(documents)
          fail()
        })
      },
    },
  }
}

for (const [name, open] of databases) {
  t.test(`${name}: renames collections and fields, and drops the former collections`, async t => {
    const database = await open(t)
    const ids = await fill(database)
    t.same(await formerCollections(database), [...formerNames].sort())
    await assertEarlierFields(t, database)
    const reports: string[] = []
    await migrate(database, steps, report => reports.push(report))
    t.same(await idsIn(database), ids)
    t.same(await formerCollections(database), [])
    t.equal((await schemaVersionStore(database).read()).version, steps.length)
    await assertFieldsRenamed(t, database)
    t.match(reports.at(-1), /Renaming the collection weighingYears to bodyWeightYears \(12 of 12\)/)
    await migrate(database, steps, t.fail)
  })

  t.test(`${name}: continues after a failure at any point`, async t => {
    const database = await open(t)
    const ids = await fill(database)
    let failures = 0
    for (let failAt = 0; ; failAt++) {
      const outcome = await migrate(failing(database, failAt % 4), steps).catch((error: unknown) => error)
      if (!outcome) break
      t.match(outcome, { message: 'killed' })
      failures++
      // The rest of this run uses smaller batches.
      if (failures > 100) return t.fail('makes no progress')
    }
    t.ok(failures > 3)
    await assertFieldsRenamed(t, database)
    t.same(await idsIn(database), ids)
    t.same(await formerCollections(database), [])
  })

  t.test(`${name}: has nothing to rename in a new database`, async t => {
    const database = await open(t)
    await database.prepare()
    await migrate(database, steps, t.fail)
    t.same(await formerCollections(database), [])
  })
}

const onMongo = { skip: !mongodbUri && 'TEST_MONGODB_URI is not set' }

t.test('MongoDB: refuses while another instance uses the database', onMongo, async t => {
  const database = await openTestMongo(t)
  const ids = await fill(database)
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const mails = client.db(database.databaseName).collection('mails')
  await mails.insertOne({ dueAt: new Date() })
  // The mail queue of an instance polls for due mails with this command.
  const poll = () => mails.findOneAndUpdate({ dueAt: { $lte: new Date(0) } }, { $set: { dueAt: new Date() } })
  const timer = setInterval(() => void poll(), 50)
  await t.rejects(migrate(database, steps), {
    name: ConfigError.name,
    message: /Another instance of the service runs on this database.*Stop every instance/s,
  })
  clearInterval(timer)
  t.same(await formerCollections(database), [...formerNames].sort(), 'renames nothing')
  t.equal((await schemaVersionStore(database).read()).version, 3)
  await new Promise(resolve => setTimeout(resolve, 100))
  await migrate(database, steps)
  t.same(await idsIn(database), ids)
})

t.test('MongoDB: refuses to merge documents of a former and a present name', onMongo, async t => {
  const database = await openTestMongo(t)
  await fill(database)
  await database.administration.existing<Entity>('trainingYears').insertOne({ _id: new ObjectId() })
  await t.rejects(migrate(database, steps), /documents in trainedYears and in trainingYears/)
})

t.test('MongoDB: renames once, however many instances start at once', onMongo, async t => {
  const first = await openTestMongo(t)
  const ids = await fill(first)
  const instances = await Promise.all(
    [1, 2, 3].map(async () => {
      const database = await openMongo(mongodbUri ?? '', { databaseName: first.databaseName })
      t.teardown(() => database.close())
      for (const { to } of renamings) database.collection(to, [{ key: { number: 1 } }])
      return database
    }),
  )
  const reports: string[] = []
  await Promise.all(
    instances.map(async database => {
      await database.prepare()
      await migrate(database, steps, report => reports.push(report))
    }),
  )
  t.equal(reports.filter(report => report.includes('trainedYears')).length, 1)
  t.same(await idsIn(first), ids)
  t.same(await formerCollections(first), [])
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const indexes = await client.db(first.databaseName).collection('trainingYears').indexes()
  t.same(indexes.map(({ name }) => name).sort(), ['_id_', 'number_1'])
})

const places = [['embedded', { MONGODB_URI: '' }] as const, ...(mongodbUri ? [['MongoDB', {}] as const] : [])]

const openStored = (settings: Settings) =>
  openDatabase({ mongodbUri: settings['MONGODB_URI'], folder: join(settings['DATA_PATH'] ?? '', 'database') })

/** Creates a user with workouts in a database of an earlier version. */
async function createTrainedUser(t: Test, settings: Settings) {
  const { app, bench } = await buildWithExercises(t, undefined, { settings })
  const user = await signUp(app)
  const sets = [done({ load: kg(100), reps: 5 })]
  await save(app, user, completed({ exercises: [entry(bench, sets)] }))
  const query = '{ me { id firstName } workouts(first: 5) { totalCount edges { node { id version } } } }'
  const shown = await queryGraphQL(app, query, {}, user)
  t.notOk(shown.errors, JSON.stringify(shown.errors))
  await app.close()
  const database = await openStored(settings)
  await restoreEarlierNames(database)
  await database.close()

  return async () => {
    const later = await build(t, { settings })
    const { accessToken } = await logIn(later, user.email, user.password)
    const again = await queryGraphQL(
      later,
      query,
      {},
      { headers: { authorization: `Bearer ${accessToken}` } },
    )
    t.same(again, shown)
    await later.close()
    const database = await openStored(settings)
    t.same(await formerCollections(database), [])
    t.equal((await schemaVersionStore(database).read()).version, migrations.length)
    await database.close()
  }
}

for (const [name, place] of places) {
  t.test(`${name}: starts on a database with the former names`, async t => {
    const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', ...place })
    const assertReadable = await createTrainedUser(t, settings)
    await assertReadable()
  })

  t.test(`${name}: continues after the migration was killed`, async t => {
    const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', ...place })
    const assertReadable = await createTrainedUser(t, settings)
    const child = spawnCommand('migrate', settings)
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>
    for await (const line of createInterface(child.stderr)) if (line.includes('owned')) child.kill('SIGKILL')
    t.equal((await exited)[1], 'SIGKILL')
    const database = await openStored(settings)
    const left = await formerCollections(database)
    t.ok(left.includes('shape') && !left.includes('askedMails'), left.join())
    // The lease of the killed process would expire a minute later.
    await database.administration
      .existing<Entity>('shape')
      .updateMany({}, { $set: { leaseUntil: new Date(0) } })
    await database.close()
    const resumed = await runCommand('migrate', settings)
    t.equal(resumed.code, 0, resumed.errors)
    await assertReadable()
  })
}

t.test('embedded: refuses while another instance has the database open', async t => {
  const settings = isolatedSettings(t, { MONGODB_URI: '' })
  await build(t, { settings })
  const refused = await runCommand('migrate', settings)
  t.equal(refused.code, 1)
  t.match(refused.errors, /is open in process/)
})
