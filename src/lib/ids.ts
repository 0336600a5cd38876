import { createHash } from 'node:crypto'
import { badUserInput, badUserInputAt } from '../errors.js'

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

/** How an object is found: by exactly one of the two. */
export type IdOrSlug = { id: string; slug?: never } | { id?: never; slug: string }

/** Reads the arguments `id` and `slug`, of which exactly one is given. @throws AppError BAD_USER_INPUT */
export function parseIdOrSlug(given: { id?: string | null; slug?: string | null }): IdOrSlug {
  const id = given.id ?? null
  const slug = given.slug ?? null
  if (id !== null && slug !== null) throw badUserInput('slug', 'Give id or slug, not both.')
  if (slug !== null) return { slug }
  if (id !== null) return { id: parseIdAt(id, 'id') }
  throw badUserInput('id', 'Give id or slug.')
}

/** The identifier of what is known by its parts: whoever makes it, again it is the same. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24)
