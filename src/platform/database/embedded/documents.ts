import { ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import { DuplicateKeyError } from '../database.js'
import type { Entity, Index } from '../database.js'
import { createIndex } from './document-index.js'
import type { DocumentIndex } from './document-index.js'
import { equalities } from './query.js'

/** The documents of one collection in memory, with their indexes. */
export interface Documents {
  byId(id: ObjectId): Entity | undefined
  /**
   * A superset of the documents that match a filter, as small as the indexes can make it. It is to be read before
   * anything is changed.
   */
  candidates(filter: Document): Iterable<Entity>
  /** @throws DuplicateKeyError, and then nothing has changed */
  insert(document: Entity): void
  /** Replaces the document with the same id. @throws DuplicateKeyError, and then nothing has changed */
  replace(document: Entity): void
  remove(id: ObjectId): void
  /** Indexes what is there and what will come. @throws DuplicateKeyError */
  addIndex(index: Index): void
  /** Forgets every document, keeps the indexes. */
  clear(): void
}

export function createDocuments(): Documents {
  const documents = new Map<string, Entity>()
  const specifications: Index[] = []
  let indexes: DocumentIndex[] = []

  function insert(document: Entity) {
    if (documents.has(document._id.toHexString())) throw new DuplicateKeyError(['_id'])
    replace(document)
  }

  function replace(document: Entity) {
    const id = document._id.toHexString()
    const taken = indexes.find(index => index.conflicts(id, document))
    if (taken) throw new DuplicateKeyError(taken.fields)
    for (const index of indexes) index.replace(id, documents.get(id), document)
    documents.set(id, document)
  }

  function addIndex(specification: Index) {
    const index = createIndex(specification)
    for (const [id, document] of documents) {
      if (index.conflicts(id, document)) throw new DuplicateKeyError(index.fields)
      index.replace(id, undefined, document)
    }
    indexes.push(index)
    specifications.push(specification)
  }

  /** The smallest set of ids that contains every match, or undefined when only a scan will do. Not to be changed. */
  function candidateIds(filter: Document): ReadonlySet<string> | undefined {
    const wanted = equalities(filter)
    const ids = wanted.get('_id')
    if (ids) return new Set(ids.filter(id => id instanceof ObjectId).map(id => id.toHexString()))
    const found: ReadonlySet<string>[][] = indexes.flatMap(index => {
      const sets = index.lookup(wanted)
      return sets ? [sets] : []
    })
    const branches = Array.isArray(filter['$or']) ? filter['$or'].map(candidateIds) : [undefined]
    if (branches.every(branch => branch !== undefined)) found.push(branches)
    const size = (sets: ReadonlySet<string>[]) => sets.reduce((sum, set) => sum + set.size, 0)
    const best = found.sort((a, b) => size(a) - size(b))[0]
    // One set can be large, and is read as it is.
    return best && (best.length === 1 ? best[0] : new Set(best.flatMap(set => [...set])))
  }

  function* named(ids: Iterable<string>): Iterable<Entity> {
    for (const id of ids) {
      const document = documents.get(id)
      if (document) yield document
    }
  }

  return {
    byId: id => documents.get(id.toHexString()),
    candidates(filter) {
      const ids = candidateIds(filter)
      return ids ? named(ids) : documents.values()
    },
    insert,
    replace,
    remove(_id) {
      const id = _id.toHexString()
      for (const index of indexes) index.replace(id, documents.get(id), undefined)
      documents.delete(id)
    },
    addIndex,
    clear() {
      documents.clear()
      indexes = specifications.map(createIndex)
    },
  }
}
