import { badUserInputAt } from '../errors.js'

/** What a list is sorted by; the last part is the id, so that no two items have the same key. */
export type SortKey = readonly (string | number)[]

/** Far above those of the longest names: what is longer was not given out, and takes long to read. */
const maxLength = 4096

/** An opaque mark of a place in a list: its sort key. */
export const encodeCursor = (key: SortKey): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * @param example a key of the list the cursor has to belong to
 * @throws AppError BAD_USER_INPUT
 */
export function decodeCursor(argument: string, cursor: string, example: SortKey): SortKey {
  const key = cursor.length > maxLength ? undefined : parse(cursor)
  const fits =
    Array.isArray(key) &&
    key.length === example.length &&
    key.every((part, at) => typeof part === typeof example[at])
  // Decoding skips characters that are no base64url, and JSON has several texts for one value.
  if (!fits || encodeCursor(key as SortKey) !== cursor) throw invalidCursor(argument)
  return key as SortKey
}

/** What is to be thrown for a cursor that no list of this kind has given out. */
export const invalidCursor = (argument: string) => badUserInputAt(argument, 'is not a cursor of this list.')

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

export function compareKeys(left: SortKey, right: SortKey): number {
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (other === undefined || part === other) continue
    return part < other ? -1 : 1
  }
  return 0
}
