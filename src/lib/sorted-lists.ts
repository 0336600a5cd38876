import { compareKeys } from './cursors.js'
import { lowerBound } from './lower-bound.js'
import type { SortedList } from './pages.js'

/** Merges two lists whose keys have the same form, lazily. The setup time depends on the length of the short list. */
export function mergeSortedLists<T>(long: SortedList<T>, short: SortedList<T>): SortedList<T> {
  if (short.length === 0) return long
  const positions = Array.from({ length: short.length }, (_, index) => {
    const { key } = short.get(index)
    return index + lowerBound(long.length, longIndex => compareKeys(long.get(longIndex).key, key) > 0)
  })
  return {
    ...long,
    length: long.length + short.length,
    get(index) {
      const before = lowerBound(positions.length, shortIndex => (positions[shortIndex] ?? 0) >= index)
      return positions[before] === index ? short.get(before) : long.get(index - before)
    },
  }
}

/** Concatenates two lists lazily. */
export const concatenateLists = <T>(first: SortedList<T>, second: SortedList<T>): SortedList<T> => ({
  ...first,
  length: first.length + second.length,
  get: index => (index < first.length ? first.get(index) : second.get(index - first.length)),
})
