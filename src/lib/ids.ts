import { createHash } from 'node:crypto'
import { badUserInputAt } from '../errors.js'

/** An object that has an identifier of its own, with the name of its type in the schema. */
export interface NodeObject {
  __typename: string
  id: string
}

const objectId = /^[0-9a-f]{24}$/i

export const isId = (value: unknown): value is string => typeof value === 'string' && objectId.test(value)

/** An identifier as the stores take it. @throws AppError BAD_USER_INPUT that names the path */
export function parseIdAt(id: string, path: string): string {
  if (!isId(id)) throw badUserInputAt(path, 'must have 24 hexadecimal digits.')
  return id.toLowerCase()
}

/** The identifier of what is known by its parts: whoever makes it, again it is the same. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24)
