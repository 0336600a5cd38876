import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Config } from '../../config.js'
import { pluralize } from '../../lib/plural.js'
import { MiB, minutes, seconds } from '../../lib/quantities.js'
import type { Index } from '../../platform/database/database.js'
import { databaseLocation } from '../../platform/database/database-location.js'
import { checkDataFile } from '../../platform/database/embedded/check-data-file.js'
import { dataFileName } from '../../platform/database/embedded/data-file.js'
import { migrations } from '../../platform/database/migrations.js'
import { openMongo } from '../../platform/database/mongodb/database.js'
import { inspectMongo, type MongoInspection } from '../../platform/database/mongodb/inspect.js'
import type { IndexesByCollection } from '../../platform/database/mongodb/prepare.js'
import { schemaVersionStore } from '../../platform/database/schema-version.js'
import { failed, ok, warning, type Check, type Finding } from './finding.js'

const minVersion = 6
/** The clocks of instances must agree for leases, and those of apps for signatures. */
const [toleratedSkew, maxSkew] = [2 * seconds, 1 * minutes]

export const checkDatabase = (config: Config): Check =>
  config.MONGODB_URI === undefined
    ? { name: 'Database', run: () => checkEmbedded(config) }
    : { name: 'MongoDB', run: () => checkMongo(config.MONGODB_URI ?? '') }

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const location = databaseLocation(config)
  await checkDataFile(location)
  const file = join(location.folder, dataFileName)
  const size = await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
  if (size === 0) return [ok('Database: embedded, created at the first start')]
  return [ok(`Database: embedded, ${file}, ${Math.ceil(size / MiB)} MiB`)]
}

const checkMongo = (uri: string): Promise<Finding[]> =>
  inspectMongo(uri, async mongo => [
    describeServer(mongo),
    describeClock(mongo),
    ...(await checkSchema(uri, mongo)),
  ])

function describeServer({ version, setName, databaseName }: MongoInspection): Finding {
  const kind = setName === undefined ? 'sharded cluster' : `replica set ${setName}`
  const server = `MongoDB: version ${version}, ${kind}, database ${databaseName}`
  if (Number.parseInt(version) >= minVersion) return ok(server)
  return failed(`${server}: the version is not supported. Upgrade MongoDB to ${minVersion}.0 or newer.`)
}

function describeClock({ clockSkew }: MongoInspection): Finding {
  const difference = `${(Math.abs(clockSkew) / seconds).toFixed(1)} s`
  if (Math.abs(clockSkew) < toleratedSkew) return ok(`Clock: differs from MongoDB by ${difference}`)
  const problem = `Clock: this machine is ${difference} ${clockSkew > 0 ? 'behind' : 'ahead of'} MongoDB. Synchronize the clocks of all machines, for example with chrony.`
  return Math.abs(clockSkew) < maxSkew ? warning(problem) : failed(problem)
}

async function checkSchema(uri: string, mongo: MongoInspection): Promise<Finding[]> {
  const database = await openMongo(uri)
  try {
    if ((await database.administration.collectionNames()).length === 0)
      return [ok('Schema: the database is empty, the first start creates collections and indexes')]
    const { version } = await schemaVersionStore(database).read()
    const supported = migrations.length
    if (version > supported)
      return [
        failed(
          `Schema: the database has version ${version}, but this version of the service supports at most ${supported}. Install the newer version of the service, or restore a backup.`,
        ),
      ]
    if (version < supported)
      return [
        warning(
          `Schema: the database has version ${version} of ${supported}. Back it up, then run migrate or start the service: both migrate it.`,
        ),
      ]
    return [describeIndexes(await mongo.findMissing(await listRequiredIndexes()), version)]
  } finally {
    await database.close()
  }
}

function describeIndexes(missing: IndexesByCollection, version: number): Finding {
  if (missing.size === 0) return ok(`Schema: version ${version}, all indexes exist`)
  const names = [...missing.keys()].sort().join(', ')
  return warning(
    `Schema: ${pluralize(missing.size, 'collection')} missing or without all indexes: ${names}. Run migrate, or start the service: both create them.`,
  )
}

/** Returns the indexes that a start on an empty database in a temporary folder creates. */
async function listRequiredIndexes(): Promise<IndexesByCollection> {
  const { buildApp } = await import('../../app.js')
  const required = new Map<string, readonly Index[]>()
  const folder = await mkdtemp(join(tmpdir(), 'fitness-doctor-'))
  try {
    const app = await buildApp(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_PATH: folder }), {
      wrapDatabase: database => ({
        ...database,
        collection(name, indexes = []) {
          required.set(name, [...(required.get(name) ?? []), ...indexes])
          return database.collection(name, indexes)
        },
      }),
    })
    await app.close()
    return required
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
