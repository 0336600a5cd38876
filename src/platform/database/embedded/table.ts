import { BSON, ObjectId, type Document } from 'mongodb'
import { DuplicateKeyError, type Entity } from '../database.js'
import { isPlainObject } from '../filters.js'
import type { Changes } from './commit-queue.js'
import type { DatabaseState } from './database-state.js'
import type { KeyRange } from './data-reader.js'
import type { DataWriter } from './data-writer.js'
import type { DocumentCache } from './document-cache.js'
import { idOfEntry, type IndexKey } from './index-keys.js'
import { normalizeDocument } from './normalize-document.js'
import { planQuery, type KeyScan, type QueryPlan } from './query-plan.js'
import type { Sort } from './sort.js'
import type { TableIndex } from './table-index.js'

/** The documents of a collection in the data file, with their indexes. */
export interface Table {
  readonly name: string
  /** All indexes, which writes keep up to date. */
  readonly indexes: TableIndex[]
  /** The indexes that contain all documents, which queries use. */
  readonly completeIndexes: TableIndex[]
  byId(state: DatabaseState, id: ObjectId): Entity | undefined
  plan(filter: Document, sort: Sort | undefined): QueryPlan
  /**
   * Reads the documents that a plan finds, each once. The caller can wait between two of them.
   * @param expected the number of documents that are probably read
   */
  documents(state: DatabaseState, plan: QueryPlan, expected: number): Iterable<Entity>
  count(state: DatabaseState): number
  /** @throws DuplicateKeyError; TypeError if its _id is not an ObjectId; both without any change */
  insert(changes: Changes, document: Document): void
  /** Replaces the document with the same id. @throws DuplicateKeyError without any change */
  replace(changes: Changes, document: Entity): Entity
  remove(changes: Changes, document: Entity): void
}

/** The numbers of keys that are read at a time: at first, and at most. */
const minChunk = 16
const maxChunk = 512

interface TableOptions {
  name: string
  writer: DataWriter
  latest: DatabaseState
  cache: DocumentCache
}

export function createTable({ name, writer, latest, cache }: TableOptions): Table {
  const indexes: TableIndex[] = []
  const completeIndexes: TableIndex[] = []

  const keyOf = (id: ObjectId) => `${name} ${id.toHexString()}`

  function byId(state: DatabaseState, id: ObjectId): Entity | undefined {
    const key = keyOf(id)
    const change = state.changed(key)
    if (change !== undefined) return change.document ?? undefined
    const cached = state.usesCache ? cache.get(key) : undefined
    if (cached) return cached
    const bytes = state.reader.document(name, id.id)
    if (!bytes) return undefined
    const document = freeze(BSON.deserialize(bytes) as Entity)
    if (state.usesCache) cache.set(key, document, bytes.length)
    return document
  }

  function put(changes: Changes, before: Entity | undefined, after: Entity, bytes: Uint8Array) {
    for (const index of indexes) index.assertUnique(writer, after)
    for (const index of indexes) index.replace(writer, before, after)
    writer.putDocument(name, after._id.id, bytes)
    changes.documents.set(keyOf(after._id), { document: after, size: bytes.length })
  }

  function* scan(state: DatabaseState, { index, ranges, isDescending }: KeyScan, expected: number) {
    const seen = (index?.lists.size ?? 0) > 0 || ranges.length > 1 ? new Set<string>() : undefined
    for (const range of ranges)
      for (const key of keysIn(state, index, range, isDescending, expected)) {
        const id = idOfEntry(key)
        if (seen?.has(id.toHexString())) continue
        seen?.add(id.toHexString())
        const document = byId(state, id)
        if (document) yield document
      }
  }

  function* keysIn(
    state: DatabaseState,
    index: TableIndex | undefined,
    range: KeyRange,
    isDescending: boolean,
    expected: number,
  ): Iterable<IndexKey> {
    let { start, end } = range
    let limit = Math.min(Math.max(expected, minChunk), maxChunk)
    for (;;) {
      const { reader } = state
      const keys = index
        ? reader.entries(index.number, { start, end }, { isDescending, limit })
        : reader.ids(name, { start, end }, { isDescending, limit })
      yield* keys
      const last = keys.at(-1)
      if (last === undefined || keys.length < limit) return
      if (isDescending) end = last
      else start = Buffer.concat([last, Buffer.of(0)])
      limit = Math.min(2 * limit, maxChunk)
    }
  }

  function* union(state: DatabaseState, plans: readonly QueryPlan[], expected: number): Iterable<Entity> {
    const seen = new Set<string>()
    for (const plan of plans)
      for (const document of documents(state, plan, expected)) {
        const id = document._id.toHexString()
        if (!seen.has(id)) yield document
        seen.add(id)
      }
  }

  function* byIds(state: DatabaseState, ids: readonly ObjectId[]): Iterable<Entity> {
    for (const id of ids) {
      const document = byId(state, id)
      if (document) yield document
    }
  }

  function documents(state: DatabaseState, plan: QueryPlan, expected: number): Iterable<Entity> {
    if (plan.kind === 'ids') return byIds(state, plan.ids)
    return plan.kind === 'scan' ? scan(state, plan, expected) : union(state, plan.plans, expected)
  }

  return {
    name,
    indexes,
    completeIndexes,
    byId,
    plan: (filter, sort) => planQuery(filter, sort, completeIndexes),
    documents,
    count: state => state.reader.count(name),
    insert(changes, document) {
      const bytes = serialize(document)
      const entity = freeze(assertObjectId(normalizeDocument(document)))
      if (byId(latest, entity._id)) throw new DuplicateKeyError(['_id'])
      put(changes, undefined, entity, bytes)
    },
    replace(changes, document) {
      const bytes = serialize(document)
      const entity = freeze(document)
      put(changes, byId(latest, entity._id), entity, bytes)
      return entity
    },
    remove(changes, document) {
      for (const index of indexes) index.replace(writer, document, undefined)
      writer.deleteDocument(name, document._id.id)
      changes.documents.set(keyOf(document._id), { document: null, size: 0 })
    },
  }
}

const serialize = (document: Document): Uint8Array => BSON.serialize(document, { ignoreUndefined: false })

function assertObjectId(document: Document): Entity {
  if (!(document['_id'] instanceof ObjectId)) throw new TypeError('a document needs an ObjectId as its _id')
  return document as Entity
}

/** Deeply freezes a document. */
function freeze(document: Entity): Entity {
  deepFreeze(document)
  return document
}

function deepFreeze(value: unknown) {
  if (!isPlainObject(value) && !Array.isArray(value)) return
  // Frozen values are deeply frozen.
  if (Object.isFrozen(value)) return
  for (const inner of Object.values(value)) deepFreeze(inner)
  Object.freeze(value)
}
