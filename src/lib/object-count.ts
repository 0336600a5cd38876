/** How many objects a value is made of, itself and those in its lists: about what it takes to answer with it. */
export function objectCount(value: unknown): number {
  if (value === null || typeof value !== 'object' || value instanceof Date) return 0
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce((sum: number, part) => sum + objectCount(part), Array.isArray(value) ? 0 : 1)
}

/** As many objects as an answer has at most, so that none keeps all others waiting. */
const maxObjects = 20_000

/** Asked of items in their order: true from that on which is one too many, but never of the first. */
export function tooMany(limit = maxObjects): (item: unknown) => boolean {
  let [sum, count] = [0, 0]
  return item => {
    sum += objectCount(item)
    return ++count > 1 && sum > limit
  }
}

/** How many items from the start make no more objects than the limit, but one at least. */
export function fitting(items: readonly unknown[], limit?: number): number {
  const end = items.findIndex(tooMany(limit))
  return end < 0 ? items.length : end
}
