import { BSON, ObjectId, type Document } from 'mongodb'
import { MiB } from '../../../lib/quantities.js'
import { DuplicateKeyError, type Entity } from '../database.js'
import type { Changes } from './commit-queue.js'
import type { DatabaseState } from './database-state.js'
import type { DataWriter } from './data-writer.js'
import type { DocumentCache } from './document-cache.js'
import { normalizeDocument } from './normalize-document.js'
import { planQuery, type QueryPlan } from './query-plan.js'
import type { Sort } from './sort.js'
import type { TableIndex } from './table-index.js'
import { createTableReader, documentKey, freeze, type TableReader } from './table-reader.js'

/** The documents of a collection in the data file, with their indexes. */
export interface Table extends TableReader {
  readonly name: string
  /** All indexes, which writes keep up to date. */
  readonly indexes: TableIndex[]
  /** The indexes that contain all documents, which queries use. */
  readonly completeIndexes: TableIndex[]
  plan(filter: Document, sort: Sort | undefined): QueryPlan
  count(state: DatabaseState): number
  /**
   * @throws DuplicateKeyError; TypeError if its _id is not an ObjectId; RangeError if it is larger than 16 MiB; all without
   * any change
   */
  insert(changes: Changes, document: Document): void
  /** Replaces the document with the same id. @throws DuplicateKeyError or RangeError without any change */
  replace(changes: Changes, document: Entity): Entity
  remove(changes: Changes, document: Entity): void
}

interface TableOptions {
  name: string
  writer: DataWriter
  latest: DatabaseState
  cache: DocumentCache
}

export function createTable({ name, writer, latest, cache }: TableOptions): Table {
  const indexes: TableIndex[] = []
  const completeIndexes: TableIndex[] = []

  const { byId, documents } = createTableReader(name, cache)

  function put(changes: Changes, before: Entity | undefined, after: Entity, bytes: Uint8Array) {
    for (const index of indexes) index.assertUnique(writer, after)
    for (const index of indexes) index.replace(writer, before, after)
    writer.putDocument(name, after._id.id, bytes)
    changes.documents.set(documentKey(name, after._id), { document: after, size: bytes.length })
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
      changes.documents.set(documentKey(name, document._id), { document: null, size: 0 })
    },
  }
}

/** The maximum size of a document in MongoDB, in bytes. A larger one could not be moved there. */
const maxDocumentSize = 16 * MiB

function serialize(document: Document): Uint8Array {
  const bytes = BSON.serialize(document, { ignoreUndefined: false })
  if (bytes.length > maxDocumentSize)
    throw new RangeError(`a document has ${bytes.length} bytes, but at most ${maxDocumentSize} are allowed`)
  return bytes
}

function assertObjectId(document: Document): Entity {
  if (!(document['_id'] instanceof ObjectId)) throw new TypeError('a document needs an ObjectId as its _id')
  return document as Entity
}
