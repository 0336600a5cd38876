import { redact } from '../../lib/redact.js'
import type { Collection, Entity, Index } from './database.js'

/** Why the processing of an item failed. */
export interface QueueFailure {
  at: Date
  /** Without mail addresses and tokens. */
  reason: string
}

/** An item whose processing may have failed. */
export interface QueueItem extends Entity {
  /** Missing until a failure. */
  lastFailure?: QueueFailure
}

/** How much work waits in a collection. */
export interface QueueState {
  length: number
  /** When the oldest document was created; null if there is none. */
  oldestAt: Date | null
  /** The latest failure of an item that still waits; null if none has failed. */
  lastFailure: QueueFailure | null
}

const maxReasonLength = 300
const withFailure = { 'lastFailure.at': { $type: 'date' } } as const

/** Every queue has this index. */
export const lastFailureIndex: Index = { key: { 'lastFailure.at': -1 }, partialFilterExpression: withFailure }

/** Returns what a queue stores of an error. */
export function toQueueFailure(error: unknown, at: Date): QueueFailure {
  const { code } = (error ?? {}) as { code?: unknown }
  const message = redact(error instanceof Error ? error.message : String(error))
  const reason = typeof code === 'string' ? `${code}: ${message}` : message
  return { at, reason: reason.slice(0, maxReasonLength) }
}

/** Returns the latest failure of an item that still waits; null if none has failed. */
export async function findLastFailure<T extends QueueItem>(
  collection: Collection<T>,
): Promise<QueueFailure | null> {
  const sort = { 'lastFailure.at': -1 } as const
  const [failed] = await collection.find(withFailure, { sort, limit: 1 })
  return failed?.lastFailure ?? null
}

/** Returns the state of a collection whose identifiers were generated when its documents were inserted. */
export async function queueState<T extends QueueItem>(collection: Collection<T>): Promise<QueueState> {
  const [length, [oldest], lastFailure] = await Promise.all([
    collection.countDocuments({}),
    collection.find({}, { sort: { _id: 1 }, limit: 1 }),
    findLastFailure(collection),
  ])
  return { length, oldestAt: oldest?._id.getTimestamp() ?? null, lastFailure }
}
