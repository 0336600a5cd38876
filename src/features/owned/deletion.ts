import { parseIdAt } from '../../lib/ids.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { Deletion, RecordWriter } from './models.js'

const deletedAtOnce = 250

/** A deletion as it is sent. */
export interface DeletionDraft {
  id: string
  /** Null for whichever there is. */
  expectedVersion?: number | null
}

/** @param path of the deletion in what was sent @throws AppError BAD_USER_INPUT */
export const readDeletion = ({ id, expectedVersion = null }: DeletionDraft, path: string): Deletion => ({
  id: parseIdAt(id, `${path}.id`),
  expectedVersion,
})

/**
 * Deletes all records of one type. Their tombstones remain in the feed.
 * @param some returns some of the records that still exist
 */
export async function deleteAll(
  userId: string,
  writer: RecordWriter,
  some: (userId: string, limit: number) => Promise<{ id: string }[]>,
): Promise<void> {
  for (;;) {
    const rows = await some(userId, deletedAtOnce)
    if (rows.length === 0) return
    const deletions = rows.map(({ id }) => ({ id, expectedVersion: null }))
    await writer.apply(userId, deletions)
    await yieldToEventLoop()
  }
}
