import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { badUserInputAt } from '../../../../errors.js'

// Null bytes are not stored, logged or hashed.
export const noNullBytes = '^[^\\u0000]*$'

export const AnyPassword = Type.String({
  description: 'Password.',
  minLength: 1,
  maxLength: 1024,
  pattern: noNullBytes,
  examples: ['demo-Passw0rd'],
})

/** Checks whether a text can be a password at all, regardless of its strength. @throws AppError BAD_USER_INPUT */
export function assertPassword(text: string): void {
  if (!Value.Check(AnyPassword, text))
    throw badUserInputAt('password', 'must have 1 to 1024 characters and no null bytes.')
}
