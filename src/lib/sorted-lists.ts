import { compareKeys } from './cursors.js'
import { lowerBound } from './lower-bound.js'
import type { SortedList } from './pages.js'

/** Both lists as one, in the order of their keys, which are of one kind. The time it takes goes by the short one. */
export function merged<T>(long: SortedList<T>, short: SortedList<T>): SortedList<T> {
  if (short.length === 0) return long
  const items = Array.from({ length: short.length }, (_, at) => short.itemAt(at))
  const places = items.map((item, at) => {
    const key = short.keyOf(item)
    const before = lowerBound(long.length, place => compareKeys(long.keyOf(long.itemAt(place)), key) > 0)
    return before + at
  })
  return {
    ...long,
    length: long.length + short.length,
    itemAt(place) {
      const at = lowerBound(places.length, at => (places[at] ?? 0) >= place)
      return places[at] === place ? (items[at] as T) : long.itemAt(place - at)
    },
  }
}

/** One list after the other. */
export const concatenated = <T>(first: SortedList<T>, second: SortedList<T>): SortedList<T> => ({
  ...first,
  length: first.length + second.length,
  itemAt: place => (place < first.length ? first.itemAt(place) : second.itemAt(place - first.length)),
})
