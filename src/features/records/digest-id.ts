import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'

/** The id of what is known by its parts: again the same, whoever makes it. */
export const digestId = (...parts: readonly (string | number)[]): ObjectId =>
  new ObjectId(createHash('sha256').update(parts.join(' ')).digest().subarray(0, 12))
