import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text in base64url, such as the hash with which a random token is stored. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
