import type { StorageChange } from './storage.js'

/**
 * Returns the values as JSON texts, null for keys to delete. Texts keep what was written, whatever happens to the objects
 * afterwards.
 * @throws TypeError if a value cannot be stored
 */
export const toJsonTexts = (
  changes: readonly StorageChange[],
): (readonly [key: string, text: string | null])[] =>
  changes.map(({ key, value }) => [key, value === undefined ? null : JSON.stringify(value)])
