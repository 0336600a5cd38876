import type { Filter, ObjectId } from 'mongodb'
import { chunk } from '../../lib/chunk.js'
import type { Collection, Entity } from './database.js'

interface ReadOptions<T extends Entity> {
  filter: Filter<T>
  sort: Record<string, 1 | -1>
  /** How many are read at a time. */
  batchSize: number
}

/**
 * Documents in an order, some at a time. Which they are is read first, at once: an order that no index knows is made
 * once, not again for each piece. Each is as it is when it is its turn; what has gone by then is left out.
 */
export async function* readInOrder<T extends Entity>(
  collection: Pick<Collection<T>, 'find'>,
  { filter, sort, batchSize: atOnce }: ReadOptions<T>,
): AsyncGenerator<T> {
  const all = await collection.find(filter, { sort, projection: { _id: 1 } })
  const ids = all.map(({ _id }): ObjectId => _id)
  for (const some of chunk(ids, atOnce, () => 1)) {
    const found = await collection.find({ $and: [filter, { _id: { $in: some } }] } as Filter<T>)
    const byId = new Map(found.map(document => [document._id.toHexString(), document]))
    for (const id of some) {
      const document = byId.get(id.toHexString())
      if (document) yield document
    }
  }
}
