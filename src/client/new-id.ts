import { toHex } from './signing.js'

/** Returns a new identifier for a record, an entry or a set: 24 hexadecimal digits. */
export const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(12)))
