import type { ObjectId } from 'mongodb'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../../../errors.js'
import { formatCount } from '../../../lib/plural.js'
import { seconds } from '../../../lib/quantities.js'
import type { Database, DatabaseAdministration, Entity } from '../database.js'
import type { Migration, Report } from '../migrate.js'

interface Renaming {
  from: string
  to: string
  /** The fields that get another name, too. */
  fields?: Readonly<Record<string, string>>
}

/** The collection of the schema version follows when this migration is done. */
export const renamings: readonly Renaming[] = [
  { from: 'administrators', to: 'administratorRevisions' },
  { from: 'askedMails', to: 'mailRequests' },
  { from: 'owned', to: 'ownedRecords' },
  { from: 'programShelves', to: 'userPrograms' },
  { from: 'progressPhotoUse', to: 'progressPhotoUsages' },
  { from: 'records', to: 'personalRecords' },
  { from: 'sown', to: 'seedVersions', fields: { mark: 'fingerprint' } },
  { from: 'staleStatistics', to: 'statisticsRebuilds' },
  { from: 'trainedYears', to: 'trainingYears' },
  { from: 'unmadeVariants', to: 'pendingVariants' },
  { from: 'unsettled', to: 'bodyWeightBackfills' },
  { from: 'weighingYears', to: 'bodyWeightYears' },
]

/** The lease of whoever migrates is renewed in these collections. */
const leaseCollections = ['shape', 'schemaVersions']

/**
 * Milliseconds in which a running instance writes: every instance asks the collection `mails` every ten seconds for a
 * mail that is due, with a command that counts as a write also when there is none.
 */
const observationTime = 12 * seconds
const reportInterval = 10 * seconds
const documentsAtOnce = 500

/**
 * Gives collections the names that the rest of the program uses. An instance of an earlier version would write to the
 * former names, therefore none may run.
 */
export const renameCollections: Migration = createRenameCollections({ observationTime })

/** The same migration, with a shorter observation for tests. */
export function createRenameCollections(options: { observationTime: number }): Migration {
  return async (database, report) => {
    const { administration } = database
    const remaining = async () => {
      const names = new Set(await administration.collectionNames())
      return renamings.filter(({ from }) => names.has(from))
    }
    const found = await remaining()
    if (found.length > 0) await assertNoOtherInstance(administration, options.observationTime, report)
    for (const [index, { from, to }] of found.entries()) {
      report(`Renaming the collection ${from} to ${to} (${index + 1} of ${found.length}).`)
      await administration.renameCollection(from, to, reportSometimes(from, report))
    }
    const reappeared = await remaining()
    if (reappeared.length > 0) throw otherInstance(`It has written to ${reappeared[0]?.from} meanwhile.`)
    for (const { to, fields = {} } of renamings)
      for (const [from, field] of Object.entries(fields)) await renameField(database, to, from, field)
  }
}

/** @throws ConfigError */
async function assertNoOtherInstance(
  { collectionNames, countWrites }: DatabaseAdministration,
  milliseconds: number,
  report: Report,
): Promise<void> {
  if (!countWrites) return
  const names = (await collectionNames()).filter(name => !leaseCollections.includes(name))
  report(`Watching for ${milliseconds / seconds} seconds whether another instance uses the database.`)
  const before = await countWrites(names)
  await pause(milliseconds)
  // The counters of another server, which has become the primary meanwhile, tell nothing.
  if ((await countWrites(names)) !== before)
    throw otherInstance(`The database was written to within ${milliseconds / seconds} seconds.`)
}

const otherInstance = (reason: string) =>
  new ConfigError([
    `Another instance of the service runs on this database. ${reason} This version renames collections, which an instance of an earlier version does not know. Stop every instance, and start this version again.`,
  ])

function reportSometimes(name: string, report: Report): (documents: number) => void {
  let last = performance.now()
  return documents => {
    if (performance.now() - last < reportInterval) return
    last = performance.now()
    report(`Renaming the collection ${name}: ${formatCount(documents)} documents are copied.`)
  }
}

async function renameField(database: Database, name: string, from: string, to: string): Promise<void> {
  const collection = database.collection<Entity>(name)
  for (let last: ObjectId | undefined; ;) {
    const filter = { [from]: { $exists: true }, ...(last && { _id: { $gt: last } }) }
    const found = await collection.find(filter, {
      sort: { _id: 1 },
      limit: documentsAtOnce,
      projection: { [from]: 1 },
    })
    await collection.bulkWrite(
      found.map(document => {
        const update = { $set: { [to]: document[from] as unknown }, $unset: { [from]: true as const } }
        return { updateOne: { filter: { _id: document._id, [from]: { $exists: true } }, update } }
      }),
    )
    last = found.at(-1)?._id
    if (found.length < documentsAtOnce) return
  }
}
