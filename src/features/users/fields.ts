import { badUserInput } from '../../errors.js'
import { multiLine, singleLine } from '../../lib/text.js'
import type { UserFields } from './store.js'
import type { UserChanges } from './models.js'

// Without the characters that nobody sees: they would make two names look the same.
const usernamePattern = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._-]+$/u

/** @throws AppError BAD_USER_INPUT */
export function checkedUsername(username: string): string {
  const text = singleLine(username, { field: 'username', minLength: 3, maxLength: 30 })
  if (!usernamePattern.test(text))
    throw badUserInput('username may have letters, digits, dots, hyphens and underscores only.')
  return text
}

/** A name or a place; empty counts as unknown. @throws AppError BAD_USER_INPUT */
export const checkedName = (field: string, text: string | null): string | null =>
  text === null ? null : singleLine(text, { field, maxLength: 100 }) || null

/** The changes of everything but the profile, as they are stored. @throws AppError BAD_USER_INPUT */
export function checkedFields(changes: UserChanges): UserFields {
  const fields: UserFields = {}
  if (changes.username === null) throw badUserInput('username cannot be cleared.')
  if (changes.username !== undefined) fields.username = checkedUsername(changes.username)
  for (const field of ['firstName', 'lastName', 'country', 'city'] as const) {
    const text = changes[field]
    if (text !== undefined) fields[field] = checkedName(field, text)
  }
  if (changes.bio !== undefined)
    fields.bio =
      changes.bio === null ? null : multiLine(changes.bio, { field: 'bio', maxLength: 1000 }) || null
  return fields
}
