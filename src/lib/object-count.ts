/** Of stored contents, which never change: they are counted each time that a page is read. */
const sizes = new WeakMap<object, number>()

/** A text counts as one object for each of so many UTF-16 units, so that a short text counts nothing. */
const charactersPerObject = 256

/** Returns the number of objects that a text counts as: it takes as much to read and to write. */
export const textObjectCount = (text: string): number => Math.floor(text.length / charactersPerObject)

/**
 * How many objects a value is made of, itself and those in its lists, with its long texts: about what it takes to answer
 * with it.
 */
export function objectCount(value: unknown): number {
  if (typeof value === 'string') return textObjectCount(value)
  if (value === null || typeof value !== 'object' || value instanceof Date) return 0
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce((sum: number, part) => sum + objectCount(part), Array.isArray(value) ? 0 : 1)
}

/** Returns how many objects are stored for a record. */
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

/** The number of stored objects that are read for one page, so that none keeps all others waiting. */
export const maxStoredObjects = 20_000

/** Asked of sizes in their order: true from that on which is one too many, but never of the first. */
export function cumulativeLimit(limit: number): (size: number) => boolean {
  let [sum, count] = [0, 0]
  return size => {
    sum += size
    return ++count > 1 && sum > limit
  }
}
