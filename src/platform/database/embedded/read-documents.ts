import { allKeys, type DataReader } from './data-reader.js'

/** A serialized document. */
export interface StoredDocument {
  collection: string
  bytes: Uint8Array
}

/** The number of ids that are read at a time. */
const batchSize = 500

/** Reads all documents, one collection after the other, in the order of their ids. */
export function* readDocuments(reader: DataReader): Iterable<StoredDocument> {
  for (const collection of reader.collections()) {
    for (let { start } = allKeys; ;) {
      const ids = reader.ids(collection, { ...allKeys, start }, { isDescending: false, limit: batchSize })
      for (const id of ids) {
        const bytes = reader.document(collection, id)
        if (bytes) yield { collection, bytes }
      }
      const last = ids.at(-1)
      if (ids.length < batchSize || !last) break
      start = Buffer.concat([last, Buffer.of(0)])
    }
  }
}
