import fc from 'fast-check'
import t from 'tap'
import { compareKeys } from '../../src/lib/cursors.js'
import type { SortedList } from '../../src/lib/pages.js'
import { concatenateLists, mergeSortedLists } from '../../src/lib/sorted-lists.js'

type Item = readonly [number, string]

const listOf = (items: readonly Item[]): SortedList<Item> => ({
  length: items.length,
  get: place => ({ item: items[place]!, key: items[place]! }),
  exampleKey: [0, ''],
})
const itemsOf = ({ length, get: at }: SortedList<Item>) =>
  Array.from({ length }, (_, place) => at(place).item)

const items = fc
  .uniqueArray(fc.tuple(fc.integer({ max: 5, min: -5 }), fc.string({ maxLength: 2 })), {
    selector: item => JSON.stringify(item),
  })
  .chain(all =>
    fc.tuple(fc.constant(all), fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length })),
  )

t.test('merges two lists by their keys', async t => {
  fc.assert(
    fc.property(items, ([all, isShort]) => {
      const sorted = all.toSorted(compareKeys)
      const [long, short] = [sorted.filter((_, at) => !isShort[at]), sorted.filter((_, at) => isShort[at])]
      t.strictSame(itemsOf(mergeSortedLists(listOf(long), listOf(short))), sorted)
      t.strictSame(itemsOf(concatenateLists(listOf(long), listOf(short))), [...long, ...short])
    }),
  )
})
