import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { badUserInputAt } from '../../../errors.js'

export const Email = Type.String({
  description: 'E-mail address, case-insensitive.',
  format: 'email',
  // Addresses below .invalid belong to accounts without an address.
  pattern: '^(?!.*\\.[iI][nN][vV][aA][lL][iI][dD]$)',
  maxLength: 254,
  examples: ['demo@example.com'],
})

/** Returns whether mails to the address reach its owner only while they allow it at their sign-in service. */
export const isPrivateRelay = (email: string): boolean =>
  email.toLowerCase().endsWith('@privaterelay.appleid.com')

export const isEmail = (text: string): boolean => Value.Check(Email, text)

/** @throws AppError BAD_USER_INPUT */
export function assertEmail(text: string): void {
  if (!isEmail(text)) throw badUserInputAt('email', 'is not an e-mail address.')
}
