import { parseIdAt } from '../../lib/ids.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { BatchedWriter, Deletion, OwnedType, Writer } from './models.js'

type Kind = BatchedWriter<DeletionDraft>['kind']

/** Of a life there may be twenty thousand. */
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

/** How a sync deletes records of a type. */
export const deletionWriter = (type: OwnedType, kind: Kind) =>
  ({ type, kind, read: readDeletion, idField: 'id' }) satisfies Writer<DeletionDraft>

/**
 * Deletes all records of one kind. What remains are their places in the feed.
 * @param some of those that there are yet
 */
export async function deleteAll(
  userId: string,
  kind: Kind,
  some: (userId: string, limit: number) => Promise<{ id: string }[]>,
): Promise<void> {
  for (;;) {
    const rows = await some(userId, deletedAtOnce)
    if (rows.length === 0) return
    const deletions = rows.map(({ id }) => ({ id, expectedVersion: null }))
    await kind.apply(userId, deletions)
    await yieldToEventLoop()
  }
}
