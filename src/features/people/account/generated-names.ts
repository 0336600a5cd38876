import { randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomLength = 10

/** Creates a username such as `user-4k2m9x0qpa`. */
export function generateUsername(prefix: string): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)])
  return `${prefix}-${random.join('')}`
}

/** Returns the address of an account that has none. Mails cannot be sent to it. */
export const placeholderEmail = (userId: string): string => `${userId}@guest.invalid`

/** Returns whether an account with this address has none. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('@guest.invalid')
