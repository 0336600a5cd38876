import { BSON, type ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import { isPlainObject } from '../filters.js'
import type { KeyRange } from './data-reader.js'
import type { DatabaseState } from './database-state.js'
import type { DocumentCache } from './document-cache.js'
import { idOfEntry, type IndexKey } from './index-keys.js'
import type { KeyScan, QueryPlan } from './query-plan.js'

/** Reads the documents of one collection. */
export interface TableReader {
  byId(state: DatabaseState, id: ObjectId): Entity | undefined
  /**
   * Reads the documents that a plan finds, each once. The caller can wait between two of them.
   * @param expected the number of documents that are probably read
   */
  documents(state: DatabaseState, plan: QueryPlan, expected: number): Iterable<Entity>
}

/** The numbers of keys that are read at a time: at first, and at most. */
const minChunk = 16
const maxChunk = 512

/** Identifies a document in the cache and among the changes. */
export const documentKey = (collection: string, id: ObjectId) => `${collection} ${id.toHexString()}`

export function createTableReader(name: string, cache: DocumentCache): TableReader {
  function byId(state: DatabaseState, id: ObjectId): Entity | undefined {
    const key = documentKey(name, id)
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

  function* byIds(state: DatabaseState, ids: Iterable<ObjectId>): Iterable<Entity> {
    for (const id of ids) {
      const document = byId(state, id)
      if (document) yield document
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

  function documents(state: DatabaseState, plan: QueryPlan, expected: number): Iterable<Entity> {
    if (plan.kind === 'ids') return byIds(state, plan.ids)
    if (plan.kind === 'union') return union(state, plan.plans, expected)
    return byIds(state, scannedIds(name, state, plan, expected))
  }

  return { byId, documents }
}

/** Returns the ids of the documents that a scan finds, each once. */
function* scannedIds(
  collection: string,
  state: DatabaseState,
  scan: KeyScan,
  expected: number,
): Iterable<ObjectId> {
  const { index, ranges } = scan
  const mayRepeat = (index?.lists.size ?? 0) > 0 || ranges.length > 1
  const seen = mayRepeat ? new Set<string>() : undefined
  for (const range of ranges)
    for (const key of keysIn(range, collection, state, scan, expected)) {
      const id = idOfEntry(key)
      if (seen?.has(id.toHexString())) continue
      seen?.add(id.toHexString())
      yield id
    }
}

/** Reads the keys of a range in chunks, because the caller may need only the first ones. */
function* keysIn(
  range: KeyRange,
  collection: string,
  state: DatabaseState,
  { index, isDescending }: KeyScan,
  expected: number,
): Iterable<IndexKey> {
  let { start, end } = range
  let limit = Math.min(Math.max(expected, minChunk), maxChunk)
  for (;;) {
    const { reader } = state
    const keys = index
      ? reader.entries(index.number, { start, end }, { isDescending, limit })
      : reader.ids(collection, { start, end }, { isDescending, limit })
    yield* keys
    const last = keys.at(-1)
    if (last === undefined || keys.length < limit) return
    if (isDescending) end = last
    else start = Buffer.concat([last, Buffer.of(0)])
    limit = Math.min(2 * limit, maxChunk)
  }
}

/** Deeply freezes a document. */
export function freeze(document: Entity): Entity {
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
