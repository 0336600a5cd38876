import type { Filter, ObjectId } from 'mongodb'
import { chunk } from '../../lib/chunk.js'
import type { Collection, Entity } from './database.js'

interface ReadOptions<T extends Entity> {
  filter: Filter<T>
  sort: Record<string, 1 | -1>
  /** The number of documents that are read at a time. */
  batchSize: number
}

/**
 * Reads documents in sort order, one batch at a time. All ids are read first, so that a sort without an index happens
 * only once. Each document has its state at the time when its batch is read. Documents that are deleted before that
 * are skipped.
 */
export async function* readInOrder<T extends Entity>(
  collection: Pick<Collection<T>, 'find'>,
  { filter, sort, batchSize }: ReadOptions<T>,
): AsyncGenerator<T> {
  const all = await collection.find(filter, { sort, projection: { _id: 1 } })
  const ids = all.map(({ _id }): ObjectId => _id)
  for (const chunkIds of chunk(ids, batchSize, () => 1)) {
    const found = await collection.find({ $and: [filter, { _id: { $in: chunkIds } }] } as Filter<T>)
    const byId = new Map(found.map(document => [document._id.toHexString(), document]))
    for (const id of chunkIds) {
      const document = byId.get(id.toHexString())
      if (document) yield document
    }
  }
}
