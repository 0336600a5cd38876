import { parseIdAt } from '../../lib/ids.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { Deletion, RecordWriter } from './models.js'

const deleteBatchSize = 250

export interface DeletionInput {
  id: string
  /** Null deletes any version. */
  expectedVersion?: number | null
}

/** @param path of the deletion in the request @throws AppError BAD_USER_INPUT */
export const readDeletion = ({ id, expectedVersion = null }: DeletionInput, path: string): Deletion => ({
  id: parseIdAt(id, `${path}.id`),
  expectedVersion,
})

/**
 * Deletes all records of one type. Their tombstones remain in the feed.
 * @param findSome returns up to `limit` of the remaining records
 */
export async function deleteAllRecords(
  userId: string,
  writer: RecordWriter,
  findSome: (userId: string, limit: number) => Promise<{ id: string }[]>,
): Promise<void> {
  for (;;) {
    const rows = await findSome(userId, deleteBatchSize)
    if (rows.length === 0) return
    const deletions = rows.map(({ id }) => ({ id, expectedVersion: null }))
    await writer.apply(userId, deletions)
    await yieldToEventLoop()
  }
}
