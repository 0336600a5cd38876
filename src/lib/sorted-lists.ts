import { compareKeys } from './cursors.js'
import { lowerBound } from './lower-bound.js'
import type { SortedList } from './pages.js'

/** Merges two lists whose keys have the same form, lazily. The setup time depends on the length of the short list. */
export function mergeSortedLists<T>(long: SortedList<T>, short: SortedList<T>): SortedList<T> {
  if (short.length === 0) return long
  const places = Array.from({ length: short.length }, (_, index) => {
    const { key } = short.get(index)
    return index + lowerBound(long.length, place => compareKeys(long.get(place).key, key) > 0)
  })
  return {
    ...long,
    length: long.length + short.length,
    get(place) {
      const before = lowerBound(places.length, index => (places[index] ?? 0) >= place)
      return places[before] === place ? short.get(before) : long.get(place - before)
    },
  }
}

/** Concatenates two lists lazily. */
export const concatenateLists = <T>(first: SortedList<T>, second: SortedList<T>): SortedList<T> => ({
  ...first,
  length: first.length + second.length,
  get: place => (place < first.length ? first.get(place) : second.get(place - first.length)),
})
