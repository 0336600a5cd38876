import { createHash } from 'node:crypto'

/** An identifier that is the same wherever and whenever it is made, for the part of a record that stands at a place. */
export const derivedId = (recordId: string, place: string): string =>
  createHash('sha256').update(`${recordId}:${place}`).digest('hex').slice(0, 24)
