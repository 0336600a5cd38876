import { badUserInput } from '../../errors.js'
import { singleLine } from '../../lib/text.js'

// Without the characters that nobody sees: they would make two names look the same.
const pattern = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._-]+$/u

/** @throws AppError BAD_USER_INPUT */
export function checkedUsername(username: string): string {
  const text = singleLine(username, { field: 'username', minLength: 3, maxLength: 30 })
  if (!pattern.test(text))
    throw badUserInput('username may have letters, digits, dots, hyphens and underscores only.')
  return text
}
