/** Caches the sizes of stored contents, which are immutable and counted for each page. */
const sizes = new WeakMap<object, number>()

/** A text counts as one object per this number of UTF-16 code units, so that short texts do not count. */
const charactersPerObject = 256

/** Returns the number of objects that take as long to read and serialize as the text. */
export const textObjectCount = (text: string): number => Math.floor(text.length / charactersPerObject)

/**
 * Returns the number of objects in a value, including itself, nested objects and long texts. The time to serialize the
 * value is roughly proportional to it.
 */
export function objectCount(value: unknown): number {
  if (typeof value === 'string') return textObjectCount(value)
  if (value === null || typeof value !== 'object' || value instanceof Date) return 0
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce((sum: number, part) => sum + objectCount(part), Array.isArray(value) ? 0 : 1)
}

/** Returns the number of objects that are stored for a record. */
export const storedObjectCount = ({ content, derived }: StoredRecord): number =>
  sizeOf(content) + sizeOf(derived)

interface StoredRecord {
  content?: object | null
  derived?: object | null
}

function sizeOf(part: object | null | undefined): number {
  if (!part) return 0
  const size = sizes.get(part) ?? objectCount(part)
  sizes.set(part, size)
  return size
}

/** The maximum number of stored objects per page, so that no page blocks other requests for long. */
export const maxStoredObjects = 20_000

/** Returns a predicate that is true once the sum of the sizes exceeds the limit, but never for the first size. */
export function cumulativeLimit(limit: number): (size: number) => boolean {
  let [sum, count] = [0, 0]
  return size => {
    sum += size
    return ++count > 1 && sum > limit
  }
}
