import { randomBytes } from 'node:crypto'

/** Returns a secret of 256 random bits, as 43 characters of base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url')
