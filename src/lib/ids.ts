import { createHash } from 'node:crypto'
import { badUserInput, badUserInputAt } from '../errors.js'

/** An object with an id, and the name of its GraphQL type. */
export interface NodeObject {
  __typename: string
  id: string
}

const objectId = /^[0-9a-f]{24}$/i

export const isId = (value: unknown): value is string => typeof value === 'string' && objectId.test(value)

/** Returns a valid id in lower case. @throws AppError BAD_USER_INPUT with the path */
export function parseIdAt(id: string, path: string): string {
  if (!isId(id)) throw badUserInputAt(path, 'must have 24 hexadecimal digits.')
  return id.toLowerCase()
}

/** Identifies an object by exactly one of the two. */
type IdOrSlug = { id: string; slug?: never } | { id?: never; slug: string }

/** Parses the arguments `id` and `slug`, of which exactly one must be given. @throws AppError BAD_USER_INPUT */
export function parseIdOrSlug(given: { id?: string | null; slug?: string | null }): IdOrSlug {
  const id = given.id ?? null
  const slug = given.slug ?? null
  if (id !== null && slug !== null) throw badUserInput('slug', 'Give id or slug, not both.')
  if (slug !== null) return { slug }
  if (id !== null) return { id: parseIdAt(id, 'id') }
  throw badUserInput('id', 'Give id or slug.')
}

/** Returns an id that is derived from its parts, so that the same parts always result in the same id. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24)
