import { crc32 } from 'node:zlib'
import { badUserInputAt } from '../errors.js'

/** The sort key of an item. The last part is the id, so that no two items have the same key. */
export type SortKey = readonly (string | number)[]

/** No cursor of the service is longer. Longer ones are rejected, because they take long to decode. */
const maxLength = 4096

/** Returns an opaque cursor, which encodes the sort key of an item and a checksum. */
export function encodeCursor(key: SortKey): string {
  const json = JSON.stringify(key)
  return Buffer.from(json + checksum(json)).toString('base64url')
}

const checksumLength = 8
const checksum = (json: string) => crc32(json).toString(16).padStart(checksumLength, '0')

/**
 * Decodes a cursor.
 * @param example any key of the list that the cursor must belong to
 * @throws AppError BAD_USER_INPUT
 */
export function decodeCursor(argument: string, cursor: string, example: SortKey): SortKey {
  const key = cursor.length > maxLength ? undefined : parse(cursor)
  const fits =
    Array.isArray(key) &&
    key.length === example.length &&
    key.every((part, index) => typeof part === typeof example[index])
  // Compare with the canonical encoding: it has the right checksum, decoding ignores invalid characters, and JSON has
  // several texts for a value.
  if (!fits || encodeCursor(key as SortKey) !== cursor) throw invalidCursor(argument)
  return key as SortKey
}

/** Returns the error for a cursor that does not belong to the list. */
export const invalidCursor = (argument: string) => badUserInputAt(argument, 'is not a cursor of this list.')

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8').slice(0, -checksumLength))
  } catch {
    return undefined
  }
}

export function compareKeys(left: SortKey, right: SortKey): number {
  for (const [index, part] of left.entries()) {
    const other = right[index]
    if (other === undefined || part === other) continue
    return part < other ? -1 : 1
  }
  return 0
}
