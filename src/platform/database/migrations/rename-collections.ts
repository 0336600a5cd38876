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
}

/** The collection of the schema version follows when this migration is done. */
export const renamings: readonly Renaming[] = [
  { from: 'administrators', to: 'administratorRevisions' },
  { from: 'askedMails', to: 'mailRequests' },
  { from: 'owned', to: 'ownedRecords' },
  { from: 'programShelves', to: 'userPrograms' },
  { from: 'progressPhotoUse', to: 'progressPhotoUsages' },
  { from: 'records', to: 'personalRecords' },
  { from: 'sown', to: 'seedVersions' },
  { from: 'staleStatistics', to: 'statisticsRebuilds' },
  { from: 'trainedYears', to: 'trainingYears' },
  { from: 'unmadeVariants', to: 'pendingVariants' },
  { from: 'unsettled', to: 'bodyWeightBackfills' },
  { from: 'weighingYears', to: 'bodyWeightYears' },
]

/** The new names of fields by their former paths, by collection. A path can lead through subdocuments and arrays. */
export const fieldRenamings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auditEntries: { people: 'userIds' },
  bodyWeightBackfills: {
    touchedAt: 'updatedAt',
    'spans.ofProfile': 'profileWeight',
    'spans.reached': 'lastProcessed',
  },
  erasures: { begunAt: 'startedAt', mark: 'pseudonym' },
  mailRequests: { askedAt: 'requestedAt' },
  ownedRecords: {
    'accepted.mark': 'fingerprint',
    'content.decisions.wish': 'chosenStatus',
    'derived.heldBack': 'pausedAtResumptions',
    'derived.kept': 'recordEntries',
    'derived.publishedMark': 'publishedFingerprint',
    tally: 'achievementTotals',
  },
  personalRecords: { stands: 'isCurrent' },
  seedVersions: { mark: 'fingerprint' },
}

/** The new names of audited actions by their former names. */
export const actionRenamings = {
  ADMINISTRATOR_APPOINTED: 'ADMIN_ROLE_GRANTED',
  ADMINISTRATOR_DISMISSED: 'ADMIN_ROLE_REVOKED',
} as const

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
    if (reappeared.length > 0)
      throw otherInstanceError(`It has written to ${reappeared[0]?.from} in the meantime.`)
    for (const [name, fields] of Object.entries(fieldRenamings))
      for (const [path, field] of Object.entries(fields)) await renameField(database, name, path, field)
    const entries = administration.existing<Entity & { action: string }>('auditEntries')
    for (const [from, action] of Object.entries(actionRenamings))
      await entries.updateMany({ action: from }, { $set: { action } })
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

/** @param path the path of the field @param to its new name in the same subdocument */
async function renameField(database: Database, name: string, path: string, to: string): Promise<void> {
  const collection = database.administration.existing<Entity>(name)
  const [field = '', ...innerPath] = path.split('.')
  for (let last: ObjectId | undefined; ;) {
    const filter = { [path]: { $exists: true }, ...(last && { _id: { $gt: last } }) }
    const found = await collection.find(filter, {
      sort: { _id: 1 },
      limit: batchSize,
      projection: { [field]: 1 },
    })
    await collection.bulkWrite(
      found.map(({ _id, [field]: value }) => {
        const update =
          innerPath.length === 0
            ? { $set: { [to]: value as unknown }, $unset: { [field]: true as const } }
            : { $set: { [field]: withRenamedField(value, innerPath, to) } }
        return { updateOne: { filter: { _id, [path]: { $exists: true } }, update } }
      }),
    )
    last = found.at(-1)?._id
    if (found.length < batchSize) return
  }
}

/** Returns a copy of a subdocument, or of an array of them, in which the field at the path has another name. */
export function withRenamedField(
  value: unknown,
  [field = '', ...path]: readonly string[],
  to: string,
): unknown {
  if (Array.isArray(value)) return value.map(element => withRenamedField(element, [field, ...path], to))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return value
  const { [field]: inner, ...others } = value as Record<string, unknown>
  return path.length === 0
    ? { ...others, [to]: inner }
    : { ...others, [field]: withRenamedField(inner, path, to) }
}
