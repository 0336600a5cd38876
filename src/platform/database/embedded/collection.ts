import { BSON, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import type { Collection, Entity, FindOneAndUpdateOptions, FindOptions, UpdateResult } from '../database.js'
import type { Documents } from './documents.js'
import { asReceived, compileFilter } from './query.js'
import { sorted } from './sort.js'
import type { Change } from './disk.js'
import { compileUpdate, updated, upserted } from './update.js'
import type { FieldChange } from './update.js'
import { isPlainObject } from '../filters.js'

/** What a collection stands on. */
export interface Backing {
  name: string
  documents: Documents
  /** @throws DatabaseUnavailableError */
  assertAvailable(): void
  /** Resolves when these changes, and all before them, are on disk. @throws DatabaseUnavailableError */
  write(changes: Change[]): Promise<void>
}

/**
 * Every operation looks and changes before its first `await`, which makes it atomic in this process, and is
 * acknowledged once what it did is on disk.
 */
export function embeddedCollection<T extends Entity>(backing: Backing): Collection<T> {
  const { documents } = backing
  const first = (filter: Document, options: FindOptions = {}) =>
    select(backing, filter, { ...options, limit: 1 })[0]

  async function remove(found: Entity[]): Promise<number> {
    for (const document of found) documents.remove(document)
    await backing.write(
      found.map(({ _id }) => ({ collection: backing.name, id: _id.toHexString(), bytes: null })),
    )
    return found.length
  }

  return {
    findById: async id => {
      backing.assertAvailable()
      return (documents.byId(id) as T | undefined) ?? null
    },
    findOne: async (filter, options) => (first(filter, options) as T | undefined) ?? null,
    find: async (filter, options) => select(backing, filter, options) as T[],
    insertOne: async document => {
      backing.assertAvailable()
      await backing.write([insert(backing, document)])
    },
    updateOne: async (filter, update, options) =>
      (await updateFirst(backing, filter, update, options)).result,
    updateMany: async (filter, update) => {
      const found = select(backing, filter)
      const after = await updateAll(backing, found, compileUpdate(update))
      const modifiedCount = after.filter((document, index) => document !== found[index]).length
      return { matchedCount: found.length, modifiedCount, upsertedId: null }
    },
    findOneAndUpdate: async (filter, update, options) =>
      (await updateFirst(backing, filter, update, options)).document as T | null,
    findOneAndDelete: async filter => {
      const found = first(filter)
      if (found) await remove([found])
      return (found as T | undefined) ?? null
    },
    deleteOne: async filter => remove(select(backing, filter, { limit: 1 })),
    deleteMany: async filter => remove(select(backing, filter)),
    countDocuments: async filter => select(backing, filter).length,
  }
}

function select(backing: Backing, filter: Document, { sort, limit }: FindOptions = {}): Entity[] {
  backing.assertAvailable()
  const { filter: received, matches } = compileFilter(filter)
  // As in MongoDB, a limit of 0 is none.
  const count = limit || Infinity
  const found: Entity[] = []
  for (const document of backing.documents.candidates(received)) {
    if (matches(document)) found.push(document)
    if (!sort && found.length >= count) break
  }
  return sort ? sorted(found, sort, count) : found
}

function insert(backing: Backing, document: Document): Change {
  const [entity, change] = toStore(backing, document)
  backing.documents.insert(entity)
  return change
}

function replace(backing: Backing, document: Document): Change {
  const [entity, change] = toStore(backing, document)
  backing.documents.replace(entity)
  return change
}

function toStore(backing: Backing, document: Document): [Entity, Change] {
  const bytes = BSON.serialize(document, { ignoreUndefined: false })
  const entity = frozenEntity(bytes)
  return [entity, { collection: backing.name, id: entity._id.toHexString(), bytes }]
}

/** One document as it is handed out. @throws TypeError when its _id is no ObjectId */
export function frozenEntity(bytes: Uint8Array): Entity {
  const document = BSON.deserialize(bytes)
  if (!(document['_id'] instanceof ObjectId)) throw new TypeError('a document needs an ObjectId as its _id')
  deepFreeze(document)
  return document as Entity
}

function deepFreeze(value: unknown) {
  if (!isPlainObject(value) && !Array.isArray(value)) return
  for (const inner of Object.values(value)) deepFreeze(inner)
  Object.freeze(value)
}

/** The documents afterwards; those that the update left alone are the same objects as before. */
async function updateAll(backing: Backing, found: Entity[], fieldChanges: FieldChange[]): Promise<Entity[]> {
  const changes: Change[] = []
  try {
    return found.map(document => {
      const next = updated(document, fieldChanges)
      if (!next) return document
      changes.push(replace(backing, next))
      return backing.documents.byId(document._id) ?? next
    })
  } finally {
    // Also when a unique index refuses one of them: as in MongoDB, those before it stay changed.
    await backing.write(changes)
  }
}

async function updateFirst(
  backing: Backing,
  filter: Document,
  update: Document,
  { sort, upsert }: FindOneAndUpdateOptions = {},
): Promise<{ document: Entity | null; result: UpdateResult }> {
  const fieldChanges = compileUpdate(update)
  const [found] = select(backing, filter, { sort, limit: 1 })
  if (found) {
    const [document = found] = await updateAll(backing, [found], fieldChanges)
    const modifiedCount = document === found ? 0 : 1
    return { document, result: { matchedCount: 1, modifiedCount, upsertedId: null } }
  }
  const result = { matchedCount: 0, modifiedCount: 0, upsertedId: null }
  if (!upsert) return { document: null, result }
  const { _id, ...fields } = upserted(asReceived(filter), fieldChanges)
  const change = insert(backing, { _id, ...fields })
  const document = backing.documents.byId(_id) ?? null
  await backing.write([change])
  return { document, result: { ...result, upsertedId: _id } }
}
