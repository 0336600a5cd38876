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
  insert(overlay: Overlay, document: Document): void
  /** Replaces the document with the same id. @throws DuplicateKeyError */
  replace(overlay: Overlay, document: Entity): Entity
  remove(overlay: Overlay, document: Entity): void
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
  const previousVersions = new Map<string, (Entity | undefined)[]>()

  function record(overlay: Overlay, _id: ObjectId, bytes: Uint8Array | null, before: Entity | undefined) {
    const id = _id.toHexString()
    const key = `${name} ${id}`
    overlay.undo.push(() => (before ? documents.replace(before) : documents.remove(_id)))
    if (!overlay.changes.has(key)) keepPreviousVersion(overlay, id, before)
    overlay.changes.set(key, { collection: name, id, bytes })
  }

  function keepPreviousVersion(overlay: Overlay, id: string, before: Entity | undefined) {
    const versions = previousVersions.get(id) ?? []
    previousVersions.set(id, versions)
    versions.push(before)
    const dropVersion = (removeVersion: () => void) => () => {
      removeVersion()
      if (versions.length === 0) previousVersions.delete(id)
    }
    // Overlays are written in order, and undone in reverse order.
    overlay.discard.push(dropVersion(() => versions.shift()))
    overlay.undo.push(dropVersion(() => versions.pop()))
  }

  const onDisk = (id: string) => {
    const versions = previousVersions.get(id)
    return versions ? versions[0] : documents.byId(ObjectId.createFromHexString(id))
  }

  function* candidatesOnDisk(filter: Document, order?: CandidateOrder): Iterable<Entity> {
    if (order === 'byId') {
      const ids = sortIds(new Set([...documents.candidateIds(filter), ...previousVersions.keys()]), filter)
      for (const id of ids) {
        const document = onDisk(id)
        if (document) yield document
      }
      return
    }
    for (const document of documents.candidates(filter)) {
      if (!previousVersions.has(document._id.toHexString())) yield document
    }
    for (const [document] of previousVersions.values()) if (document) yield document
  }

  return {
    latest: documents,
    committed: {
      byId(id) {
        const versions = previousVersions.get(id.toHexString())
        return versions ? versions[0] : documents.byId(id)
      },
      candidates: (filter, order) =>
        previousVersions.size === 0 ? documents.candidates(filter, order) : candidatesOnDisk(filter, order),
      count() {
        let count = documents.count()
        for (const [id, [document]] of previousVersions)
          count += Number(document !== undefined) - Number(documents.has(id))
        return count
      },
    },
    insert(overlay, document) {
      const bytes = serialize(document)
      // Copy the bytes, because the driver returns a part of a larger buffer, which would stay in memory.
      record(overlay, documents.insert(new Uint8Array(bytes)), bytes, undefined)
    },
    replace(overlay, document) {
      const bytes = serialize(document)
      const entity = freeze(document)
      const before = documents.byId(entity._id)
      documents.replace(entity)
      record(overlay, entity._id, bytes, before)
      return entity
    },
    remove(overlay, document) {
      documents.remove(document._id)
      record(overlay, document._id, null, document)
    },
    addIndexes: documents.addIndexes,
    clear() {
      documents.clear()
      previousVersions.clear()
    },
    load: bytes => void documents.insert(bytes),
    partialDocuments: documents.partialDocuments,
    decode: documents.decode,
  }
}

const serialize = (document: Document): Uint8Array => BSON.serialize(document, { ignoreUndefined: false })
