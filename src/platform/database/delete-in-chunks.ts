import type { Filter } from 'mongodb'
import type { Collection, Entity } from './database.js'

/** Documents that are deleted together: each can have a megabyte, and is read first. */
const chunkSize = 50

/** Deletes whatever matches, and keeps nobody waiting meanwhile. Not in a transaction. */
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
