import { parseIdAt } from '../../lib/ids.js'
import type { Deletion } from './models.js'

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
