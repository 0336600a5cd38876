import type { Filter } from 'mongodb'
import type { Collection, Entity } from './database.js'

/** The number of documents that are read and deleted together. A document can have a megabyte. */
const chunkSize = 50

/** Deletes all matching documents in chunks, so that other requests are served in between. Not atomic. */
export async function deleteInChunks<T extends Entity>(
  collection: Pick<Collection<T>, 'find' | 'deleteMany'>,
  filter: Filter<T>,
): Promise<void> {
  for (;;) {
    const found = await collection.find(filter, { limit: chunkSize })
    const _id = { $in: found.map(({ _id }) => _id) }
    if (found.length > 0) await collection.deleteMany({ _id } as Filter<T>)
    if (found.length < chunkSize) return
  }
}
