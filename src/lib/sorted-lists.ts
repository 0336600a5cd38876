import { compareKeys } from './cursors.js'
import { lowerBound } from './lower-bound.js'
import type { SortedList } from './pages.js'

/** Both lists as one, in the order of their keys, which are of one kind. The time it takes goes by the short one. */
export function merged<T>(long: SortedList<T>, short: SortedList<T>): SortedList<T> {
  if (short.length === 0) return long
  const places = Array.from({ length: short.length }, (_, at) => {
    const { key } = short.at(at)
    return at + lowerBound(long.length, place => compareKeys(long.at(place).key, key) > 0)
  })
  return {
    ...long,
    length: long.length + short.length,
    at(place) {
      const before = lowerBound(places.length, at => (places[at] ?? 0) >= place)
      return places[before] === place ? short.at(before) : long.at(place - before)
    },
  }
}

/** One list after the other. */
export const concatenated = <T>(first: SortedList<T>, second: SortedList<T>): SortedList<T> => ({
  ...first,
  length: first.length + second.length,
  at: place => (place < first.length ? first.at(place) : second.at(place - first.length)),
})
