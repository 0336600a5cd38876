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
  /** The fields that are renamed, too. */
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

/** The collections of the migration lease, which is renewed while the migration observes the others. */
const leaseCollections = ['shape', 'schemaVersions']

/**
 * The time in milliseconds within which every running instance writes: each polls the collection `mails` every ten
 * seconds with a command that counts as a write even if no mail is due.
 */
const observationTime = 12 * seconds
const reportInterval = 10 * seconds
const batchSize = 500

/**
 * Renames collections to the names that the service uses. No instance of an earlier version may run, because it would
 * write to the former names.
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
      await administration.renameCollection(from, to, progressReporter(from, report))
    }
    const reappeared = await remaining()
    if (reappeared.length > 0) throw otherInstanceError(`It has written to ${reappeared[0]?.from} meanwhile.`)
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
  // After a failover, the counters are those of another server. They differ, and the migration is refused.
  if ((await countWrites(names)) !== before)
    throw otherInstanceError(`The database was written to within ${milliseconds / seconds} seconds.`)
}

const otherInstanceError = (reason: string) =>
  new ConfigError([
    `Another instance of the service runs on this database. ${reason} This version renames collections, which an instance of an earlier version does not know. Stop every instance, and start this version again.`,
  ])

function progressReporter(name: string, report: Report): (documents: number) => void {
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
      limit: batchSize,
      projection: { [from]: 1 },
    })
    await collection.bulkWrite(
      found.map(document => {
        const update = { $set: { [to]: document[from] as unknown }, $unset: { [from]: true as const } }
        return { updateOne: { filter: { _id: document._id, [from]: { $exists: true } }, update } }
      }),
    )
    last = found.at(-1)?._id
    if (found.length < batchSize) return
  }
}
