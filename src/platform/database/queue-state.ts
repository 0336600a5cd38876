import type { Collection, Entity } from './database.js'

/** How much work waits in a collection. */
export interface QueueState {
  length: number
  /** When the oldest document was created; null if there is none. */
  oldestAt: Date | null
}

/** Returns the state of a collection whose identifiers were generated when its documents were inserted. */
export async function queueState<T extends Entity>(collection: Collection<T>): Promise<QueueState> {
  const [length, [oldest]] = await Promise.all([
    collection.countDocuments({}),
    collection.find({}, { sort: { _id: 1 }, limit: 1 }),
  ])
  return { length, oldestAt: oldest?._id.getTimestamp() ?? null }
}
