import { BSON, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import { DuplicateKeyError } from '../database.js'
import type { Entity, Index } from '../database.js'
import { KiB } from '../../../lib/quantities.js'
import { createYielder } from '../../../lib/event-loop.js'
import { isPlainObject } from '../filters.js'
import { createIndex, indexedPaths } from './document-index.js'
import type { DocumentIndex } from './document-index.js'
import { partialDecoder } from './partial-decoder.js'
import { equalities } from './query.js'

/** The order of candidates. With `byId`, ids that a lower bound of the filter excludes are omitted. */
export type CandidateOrder = 'any' | 'byId'

/** The documents of one collection in memory, with their indexes. */
export interface Documents {
  byId(id: ObjectId): Entity | undefined
  /**
   * Returns a superset of the documents that match a filter, as small as the indexes allow. Consume it before anything is
   * changed.
   */
  candidates(filter: Document, order?: CandidateOrder): Iterable<Entity>
  /**
   * Decodes the candidates that are not decoded yet, and yields to the event loop regularly.
   * @returns undefined if they are so few that yielding is unnecessary
   */
  decode(filter: Document): Promise<void> | undefined
  /** Returns the ids of the candidates. */
  candidateIds(filter: Document, order?: CandidateOrder): Iterable<string>
  has(id: string): boolean
  count(): number
  /**
   * Adds a serialized document, which is decoded when it is read.
   * @throws DuplicateKeyError, TypeError if its _id is not an ObjectId; both without any change
   */
  insert(bytes: Uint8Array): ObjectId
  /** Replaces the document with the same id. @throws DuplicateKeyError without any change */
  replace(document: Entity): void
  remove(id: ObjectId): void
  /** Returns all documents. Of documents that are not decoded yet, only `_id` and these paths are decoded. */
  partialDocuments(paths: readonly string[]): Iterable<Entity>
  /** Adds indexes for existing and future documents. @throws DuplicateKeyError without any change */
  addIndexes(added: readonly Index[]): void
  /** Removes all documents, but keeps the indexes. */
  clear(): void
}

/** The number of bytes that are decoded without yielding. */
const decodeChunkBytes = 256 * KiB

export function createDocuments(): Documents {
  /** Documents that are not decoded yet are kept serialized. */
  const documents = new Map<string, Entity | Uint8Array>()
  const specifications: Index[] = []
  let indexes: DocumentIndex[] = []
  let indexedPart = partialDecoder(indexedPaths([]))

  function read(id: string): Entity | undefined {
    const stored = documents.get(id)
    if (!(stored instanceof Uint8Array)) return stored
    const document = decodeDocument(stored)
    documents.set(id, document)
    return document
  }

  function replace(document: Entity) {
    const id = document._id.toHexString()
    const before = indexes.length > 0 ? read(id) : undefined
    place(id, document, before)
    documents.set(id, document)
  }

  /** Updates all indexes for a document, or for the part of it that they need. */
  function place(id: string, document: Entity, before?: Entity) {
    assertUnique(indexes, id, document)
    for (const index of indexes) index.replace(id, before, document)
  }

  function insert(bytes: Uint8Array): ObjectId {
    const part = assertObjectId(indexedPart(bytes))
    const id = part._id.toHexString()
    if (documents.has(id)) throw new DuplicateKeyError(['_id'])
    place(id, part)
    documents.set(id, bytes)
    return part._id
  }

  function* parts(paths: readonly string[]): Iterable<Entity> {
    const part = partialDecoder(['_id', ...paths])
    for (const stored of documents.values())
      yield stored instanceof Uint8Array ? (part(stored) as Entity) : stored
  }

  function addIndexes(added: readonly Index[]) {
    const created = added.map(createIndex)
    for (const document of parts(indexedPaths(added))) {
      const id = document._id.toHexString()
      assertUnique(created, id, document)
      for (const index of created) index.replace(id, undefined, document)
    }
    indexes.push(...created)
    specifications.push(...added)
    indexedPart = partialDecoder(indexedPaths(specifications))
  }

  /** Returns the smallest set of ids that contains all matches; undefined if a scan is needed. Do not modify the set. */
  function candidateIds(filter: Document): ReadonlySet<string> | undefined {
    const equalValues = equalities(filter)
    const ids = equalValues.get('_id')
    if (ids) return new Set(ids.filter(id => id instanceof ObjectId).map(id => id.toHexString()))
    const found: ReadonlySet<string>[][] = indexes.flatMap(index => {
      const sets = index.lookup(equalValues)
      return sets ? [sets] : []
    })
    const branches = Array.isArray(filter['$or']) ? filter['$or'].map(candidateIds) : [undefined]
    if (branches.every(branch => branch !== undefined)) found.push(branches)
    const size = (sets: ReadonlySet<string>[]) => sets.reduce((sum, set) => sum + set.size, 0)
    const best = found.sort((a, b) => size(a) - size(b))[0]
    // A single set can be large, so it is not copied.
    return best && (best.length === 1 ? best[0] : new Set(best.flatMap(set => [...set])))
  }

  function ids(filter: Document, order: CandidateOrder = 'any'): Iterable<string> {
    const found = candidateIds(filter) ?? documents.keys()
    return order === 'any' ? found : sortIds(found, filter)
  }

  function* named(ids: Iterable<string>): Iterable<Entity> {
    for (const id of ids) {
      const document = read(id)
      if (document) yield document
    }
  }

  function decode(filter: Document): Promise<void> | undefined {
    const undecoded: string[] = []
    let bytes = 0
    for (const id of ids(filter)) {
      const stored = documents.get(id)
      if (!(stored instanceof Uint8Array)) continue
      undecoded.push(id)
      bytes += stored.length
    }
    return bytes > decodeChunkBytes ? decodeAll(undecoded) : undefined
  }

  async function decodeAll(ids: readonly string[]): Promise<void> {
    const pause = createYielder()
    for (const id of ids) {
      read(id)
      await pause()
    }
  }

  return {
    decode,
    byId: id => read(id.toHexString()),
    candidates: (filter, order) => named(ids(filter, order)),
    candidateIds: ids,
    has: id => documents.has(id),
    count: () => documents.size,
    insert,
    replace,
    remove(_id) {
      const id = _id.toHexString()
      for (const index of indexes) index.replace(id, read(id), undefined)
      documents.delete(id)
    },
    partialDocuments: parts,
    addIndexes,
    clear() {
      documents.clear()
      indexes = specifications.map(createIndex)
    },
  }
}

/** Sorts ids and leaves out those that a lower bound excludes, so that only the documents of a page are decoded. */
export function sortIds(ids: Iterable<string>, { _id }: Document): string[] {
  const bound: unknown = isPlainObject(_id) ? _id['$gt'] : undefined
  const after = bound instanceof ObjectId ? bound.toHexString() : ''
  const includedIds: string[] = []
  for (const id of ids) if (id > after) includedIds.push(id)
  return includedIds.sort()
}

/** @throws DuplicateKeyError */
function assertUnique(indexes: readonly DocumentIndex[], id: string, document: Entity): void {
  const violated = indexes.find(index => index.conflicts(id, document))
  if (violated) throw new DuplicateKeyError(violated.fields)
}

/** Decodes and freezes a document. @throws TypeError if its _id is not an ObjectId */
function decodeDocument(bytes: Uint8Array): Entity {
  return freeze(assertObjectId(BSON.deserialize(bytes)))
}

/** Deeply freezes a document. */
export function freeze(document: Entity): Entity {
  deepFreeze(document)
  return document
}

function assertObjectId(document: Document): Entity {
  if (!(document['_id'] instanceof ObjectId)) throw new TypeError('a document needs an ObjectId as its _id')
  return document as Entity
}

function deepFreeze(value: unknown) {
  if (!isPlainObject(value) && !Array.isArray(value)) return
  // Frozen values are deeply frozen.
  if (Object.isFrozen(value)) return
  for (const inner of Object.values(value)) deepFreeze(inner)
  Object.freeze(value)
}
