import { BSON, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import type { Entity, Index } from '../database.js'
import { createDocuments, freeze, sortIds, type CandidateOrder } from './documents.js'
import type { Overlay } from './overlay.js'

/** A readable state of a table. */
export interface TableView {
  byId(id: ObjectId): Entity | undefined
  /** Returns a superset of the documents that match a filter, as small as the indexes allow. */
  candidates(filter: Document, order?: CandidateOrder): Iterable<Entity>
  /** Returns the number of documents. */
  count(): number
}

/** A collection in memory, in two states: with all changes, and as it is on disk. */
export interface Table {
  /** The state with all changes, for writers. */
  readonly latest: TableView
  /** The state on disk, for readers: without changes that are not written yet. */
  readonly committed: TableView
  /** @throws DuplicateKeyError; TypeError if its _id is not an ObjectId */
  insert(layer: Overlay, document: Document): void
  /** Replaces the document with the same id. @throws DuplicateKeyError */
  replace(layer: Overlay, document: Entity): Entity
  remove(layer: Overlay, document: Entity): void
  /** Adds indexes for existing and future documents. @throws DuplicateKeyError without any change */
  addIndexes(added: readonly Index[]): void
  /** Removes all documents, but keeps the indexes. */
  clear(): void
  /** Adds a document from the disk, which is decoded when it is read. */
  load(bytes: Uint8Array): void
  /**
   * Decodes the documents that may match a filter, and yields to the event loop regularly.
   * @returns undefined if yielding is unnecessary
   */
  decode(filter: Document): Promise<void> | undefined
  /** Returns all documents of the latest state. Of those not decoded yet, only `_id` and these paths are decoded. */
  partialDocuments(paths: readonly string[]): Iterable<Entity>
}

export function createTable(name: string): Table {
  const documents = createDocuments()
  /** The previous versions of each document with changes that are not on disk, oldest first. */
  const earlier = new Map<string, (Entity | undefined)[]>()

  function record(layer: Overlay, _id: ObjectId, bytes: Uint8Array | null, before: Entity | undefined) {
    const id = _id.toHexString()
    const key = `${name} ${id}`
    layer.undo.push(() => (before ? documents.replace(before) : documents.remove(_id)))
    if (!layer.changes.has(key)) keepEarlier(layer, id, before)
    layer.changes.set(key, { collection: name, id, bytes })
  }

  function keepEarlier(layer: Overlay, id: string, before: Entity | undefined) {
    const versions = earlier.get(id) ?? []
    earlier.set(id, versions)
    versions.push(before)
    const drop = (take: () => void) => () => {
      take()
      if (versions.length === 0) earlier.delete(id)
    }
    // Overlays are written in order, and undone in reverse order.
    layer.discard.push(drop(() => versions.shift()))
    layer.undo.push(drop(() => versions.pop()))
  }

  const onDisk = (id: string) => {
    const versions = earlier.get(id)
    return versions ? versions[0] : documents.byId(ObjectId.createFromHexString(id))
  }

  function* candidatesOnDisk(filter: Document, order?: CandidateOrder): Iterable<Entity> {
    if (order === 'byId') {
      const ids = sortIds(new Set([...documents.candidateIds(filter), ...earlier.keys()]), filter)
      for (const id of ids) {
        const document = onDisk(id)
        if (document) yield document
      }
      return
    }
    for (const document of documents.candidates(filter)) {
      if (!earlier.has(document._id.toHexString())) yield document
    }
    for (const [document] of earlier.values()) if (document) yield document
  }

  return {
    latest: documents,
    committed: {
      byId(id) {
        const versions = earlier.get(id.toHexString())
        return versions ? versions[0] : documents.byId(id)
      },
      candidates: (filter, order) =>
        earlier.size === 0 ? documents.candidates(filter, order) : candidatesOnDisk(filter, order),
      count() {
        let count = documents.count()
        for (const [id, [document]] of earlier)
          count += Number(document !== undefined) - Number(documents.has(id))
        return count
      },
    },
    insert(layer, document) {
      const bytes = serialize(document)
      // Copy the bytes, because the driver returns a part of a larger buffer, which would stay in memory.
      record(layer, documents.insert(new Uint8Array(bytes)), bytes, undefined)
    },
    replace(layer, document) {
      const bytes = serialize(document)
      const entity = freeze(document)
      const before = documents.byId(entity._id)
      documents.replace(entity)
      record(layer, entity._id, bytes, before)
      return entity
    },
    remove(layer, document) {
      documents.remove(document._id)
      record(layer, document._id, null, document)
    },
    addIndexes: documents.addIndexes,
    clear() {
      documents.clear()
      earlier.clear()
    },
    load: bytes => void documents.insert(bytes),
    partialDocuments: documents.partialDocuments,
    decode: documents.decode,
  }
}

const serialize = (document: Document): Uint8Array => BSON.serialize(document, { ignoreUndefined: false })
