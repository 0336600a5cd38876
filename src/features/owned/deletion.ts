import { parseIdAt } from '../../lib/ids.js'
import type { BatchedWriter, Deletion, OwnedType, Writer } from './models.js'

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
export const deletionWriter = (type: OwnedType, kind: BatchedWriter<DeletionDraft>['kind']) =>
  ({ type, kind, read: readDeletion, idOf: ({ id }) => id.toLowerCase() }) satisfies Writer<DeletionDraft>
