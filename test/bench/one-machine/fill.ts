import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { BSON } from 'mongodb'
import type { BulkWrite, Database, Entity } from '../../../src/platform/database/database.js'
import {
  cloneId,
  cloneUsername,
  createTemplate,
  idsIn,
  type Template,
  type TemplateDocument,
} from './clone.js'
import { createTemplatePerson, openService, type Service, type WorkoutSize } from './template-people.js'

export interface Sizes {
  accounts: number
  /** Workouts of each account. */
  workouts: number
  /** Accounts with large workouts. The others have small ones. */
  largeAccounts: number
}

/** The facts about a filled folder that measurements need. They are stored in the folder. */
export interface FilledFolder extends Sizes {
  exerciseIds: readonly string[]
  programId: string
  /** Positions of ids in the clones of the template people, which people with small and with large workouts have. */
  positions: Record<PersonSize, Pick<Template, 'userPosition' | 'sessionPosition'>>
}

export type PersonSize = 'small' | 'large'

export const workoutSizes: Record<PersonSize, WorkoutSize> = {
  small: { exercises: 3, sets: 2 },
  large: { exercises: 10, sets: 3 },
}

export interface Person {
  id: string
  email: string
  sessionId: string
  size: PersonSize
}

/** The account with a number below `accounts`. */
export function personOf(folder: FilledFolder, number: number): Person {
  const size = sizeOf(folder, number)
  const { userPosition, sessionPosition } = folder.positions[size]
  return {
    id: cloneId(userPosition, number),
    email: `${cloneUsername(number)}@example.com`,
    sessionId: cloneId(sessionPosition, number),
    size,
  }
}

/** People with large workouts are spread evenly. */
function sizeOf({ accounts, largeAccounts }: Sizes, number: number): PersonSize {
  const before = Math.floor((number * largeAccounts) / accounts)
  return Math.floor(((number + 1) * largeAccounts) / accounts) > before ? 'large' : 'small'
}

const descriptionFile = 'one-machine.json'
/** Documents of one transaction. */
const documentsAtOnce = 2000

/**
 * Fills a data folder through the database layer, unless it is filled already: creates a person of each size through
 * the API and clones all documents that the service has stored for them.
 * @throws Error if the folder contains something else
 */
export async function fillFolder(folder: string, sizes: Sizes): Promise<FilledFolder> {
  const description = join(folder, descriptionFile)
  const known = await readFile(description, 'utf8').catch(() => null)
  if (known !== null) return JSON.parse(known) as FilledFolder
  const files = await readdir(folder).catch(() => [])
  if (files.length > 0) throw new Error(`${folder} was not filled to the end. Delete it.`)

  const service = await openService(folder)
  try {
    const { sharedIds, existing } = await readShared(service.database)
    const templates = {} as Record<PersonSize, Template>
    let programId = ''
    for (const size of ['small', 'large'] as const) {
      const person = await createTemplatePerson(service, { ...workoutSizes[size], workouts: sizes.workouts })
      const documents = await readDocuments(service.database, person.userId, existing)
      templates[size] = createTemplate(person, documents, sharedIds)
      programId = person.programId
    }
    await writeClones(service, sizes, templates)
    for (const size of ['small', 'large'] as const) await verifyClone(service, sizes, templates, size)
    const filled: FilledFolder = {
      ...sizes,
      programId,
      exerciseIds: service.exerciseIds,
      positions: { small: positionsOf(templates.small), large: positionsOf(templates.large) },
    }
    await writeFile(description, JSON.stringify(filled))
    return filled
  } finally {
    await service.app.close()
  }
}

const positionsOf = ({ userPosition, sessionPosition }: Template) => ({ userPosition, sessionPosition })

/** The ids of the catalogue and of everything else that exists before the template people. */
async function readShared(database: Database) {
  const sharedIds = new Set<string>()
  const existing = new Set<string>()
  for (const name of await database.administration.collectionNames())
    for (const document of await database.administration.existing(name).find({})) {
      existing.add(`${name} ${document._id.toHexString()}`)
      idsIn(document, sharedIds)
    }
  return { sharedIds, existing }
}

/** All documents that the service has stored for a person, except those that have expired. */
async function readDocuments(
  { administration }: Database,
  userId: string,
  existing: ReadonlySet<string>,
): Promise<TemplateDocument[]> {
  const documents: TemplateDocument[] = []
  const now = new Date()
  for (const collection of await administration.collectionNames())
    for (const document of await administration.existing(collection).find({}, { sort: { _id: 1 } })) {
      const isNew = !existing.has(`${collection} ${document._id.toHexString()}`)
      const hasExpired = document['expiresAt'] instanceof Date && document['expiresAt'] <= now
      if (isNew && !hasExpired && idsIn(document).has(userId)) documents.push({ collection, document })
    }
  return documents
}

async function writeClones(
  { database }: Service,
  sizes: Sizes,
  templates: Record<PersonSize, Template>,
): Promise<void> {
  const total = Array.from({ length: sizes.accounts }, (_, person) => templates[sizeOf(sizes, person)].size)
  const documents = total.reduce((sum, size) => sum + size, 0)
  const progress = reportProgress(documents)
  let pending = new Map<string, Entity[]>()
  let count = 0

  async function flush(): Promise<void> {
    const writes = pending
    pending = new Map()
    progress(count)
    count = 0
    await database.transaction('fill', async () => {
      for (const [collection, documents] of writes)
        await database.administration.existing(collection).bulkWrite(documents.map(toInsert))
    })
  }

  // In the order in which people train at the same time: a person's documents are not next to each other.
  const positions = Math.max(templates.small.size, templates.large.size)
  for (let position = 0; position < positions; position++)
    for (let person = 0; person < sizes.accounts; person++) {
      const template = templates[sizeOf(sizes, person)]
      if (position >= template.size) continue
      const collection = template.collectionAt(position)
      const documents = pending.get(collection) ?? []
      pending.set(collection, documents)
      documents.push(template.documentAt(position, person))
      if (++count >= documentsAtOnce) await flush()
    }
  await flush()
}

/** @throws Error if a rebuild of the derived data from the workouts changes a document of the first clone of a size */
async function verifyClone(
  { app, database }: Service,
  sizes: Sizes,
  templates: Record<PersonSize, Template>,
  size: PersonSize,
): Promise<void> {
  const template = templates[size]
  const person = firstPersonOf(sizes, size)
  if (person === null) return
  await app.features.services.workouts.rebuild(cloneId(template.userPosition, person))
  for (let position = 0; position < template.size; position++) {
    const collection = template.collectionAt(position)
    const expected = template.documentAt(position, person)
    const found = await database.administration.existing(collection).findById(expected._id)
    if (!isDeepStrictEqual(BSON.EJSON.serialize(found ?? {}), BSON.EJSON.serialize(expected)))
      throw new Error(
        `a rebuild changes a clone in ${collection}: ${BSON.EJSON.stringify([expected, found])}`,
      )
  }
}

function firstPersonOf(sizes: Sizes, size: PersonSize): number | null {
  for (let person = 0; person < sizes.accounts; person++) if (sizeOf(sizes, person) === size) return person
  return null
}

const toInsert = (document: Entity): BulkWrite<Entity> => ({ insertOne: { document } })

/** Prints a line for each percent. */
function reportProgress(total: number): (added: number) => void {
  const began = performance.now()
  let done = 0
  let percent = -1
  return added => {
    done += added
    const reached = Math.floor((done / total) * 100)
    if (reached === percent) return
    percent = reached
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stderr.write(`filled ${percent} %: ${done} of ${total} documents in ${seconds} s\n`)
  }
}
