import type { DataReader } from './data-reader.js'

/** A serialized document. */
export interface StoredDocument {
  collection: string
  bytes: Uint8Array
}

const idsAtOnce = 500

/** Reads all documents, one collection after the other, in the order of their ids. */
export function* readDocuments(reader: DataReader): Iterable<StoredDocument> {
  for (const collection of reader.collections()) {
    for (let start: Uint8Array = Buffer.of(0); ;) {
      const ids = reader.ids(collection, { start, end: undefined }, { isDescending: false, limit: idsAtOnce })
      for (const id of ids) {
        const bytes = reader.document(collection, id)
        if (bytes) yield { collection, bytes }
      }
      const last = ids.at(-1)
      if (ids.length < idsAtOnce || !last) break
      start = Buffer.concat([last, Buffer.of(0)])
    }
  }
}
