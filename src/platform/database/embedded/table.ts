import { BSON, ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import type { Entity, Index } from '../database.js'
import { createDocuments, freeze, sortIds, type CandidateOrder } from './documents.js'
import type { Overlay } from './overlay.js'

/** Documents to be read. */
export interface TableView {
  byId(id: ObjectId): Entity | undefined
  /** A superset of the documents that match a filter, as small as the indexes can make it. */
  candidates(filter: Document, order?: CandidateOrder): Iterable<Entity>
  /** How many there are. */
  count(): number
}

/** One collection in memory: as its writers left it, and as it is on disk. */
export interface Table {
  /** What writers see and change. */
  readonly latest: TableView
  /** What everybody else sees: the newest with the changes that are not on disk yet taken back. */
  readonly committed: TableView
  /** @throws DuplicateKeyError; TypeError when its _id is no ObjectId */
  insert(layer: Overlay, document: Document): void
  /** Replaces the document with the same id by what is made from one that was handed out. @throws DuplicateKeyError */
  replace(layer: Overlay, document: Entity): Entity
  remove(layer: Overlay, document: Entity): void
  /** Indexes what is there and what will come. @throws DuplicateKeyError, and then nothing has changed */
  addIndexes(added: readonly Index[]): void
  /** Forgets every document, keeps the indexes. */
  clear(): void
  /** Takes in what was read from the disk, to be decoded when somebody reads it. */
  load(bytes: Uint8Array): void
  /**
   * Decodes the documents that may match a filter, with pauses in which other requests go on.
   * @returns undefined if no pause is needed
   */
  decode(filter: Document): Promise<void> | undefined
  /** Every document as writers see it, of those that nobody has read yet only `_id` and what is at these paths. */
  partialDocuments(paths: readonly string[]): Iterable<Entity>
}

export function createTable(name: string): Table {
  const documents = createDocuments()
  /** Of each document with changes that are not on disk: how it was before each of them, the oldest first. */
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
    // Layers reach the disk in their order, and are undone from the last on.
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
      // A copy of its own: what the driver hands out is a piece of a larger block, which would stay as long.
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
