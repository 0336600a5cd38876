import fc from 'fast-check'
import t from 'tap'
import { groupOperations, groupAdjacent } from '../../../../src/features/portability/sync/groups.js'

const writers = fc.constantFrom('workouts', 'measurements', null)
const operations = fc.array(fc.record({ writer: writers, sets: fc.integer({ min: 0, max: 2500 }) }), {
  maxLength: 100,
})

interface Operation {
  writer: string | null
  sets: number
}
const writerOf = ({ writer }: Operation) => writer
const lengths = (given: readonly Operation[]) => groupOperations(given, writerOf).map(({ length }) => length)

t.test('keeps the order of operations, and limits groups of several operations', async t => {
  fc.assert(
    fc.property(operations, given => {
      const groups = groupOperations(given, writerOf)
      t.same(groups.flat(), given)
      for (const group of groups) {
        const sets = group.reduce((sum, operation) => sum + operation.sets, 0)
        const batches = groupAdjacent(group, writerOf).length
        t.ok(group.length === 1 || (batches <= 25 && sets <= 5000))
      }
    }),
  )
})

t.test('writes up to 5,000 sets with one writer in one transaction', async t => {
  t.same(lengths(Array.from({ length: 100 }, () => ({ writer: 'workouts', sets: 50 }))), [100])
  t.same(lengths(Array.from({ length: 5 }, () => ({ writer: 'workouts', sets: 2500 }))), [2, 2, 1])
})

t.test('writes 25 batches in one transaction', async t => {
  t.same(lengths(Array.from({ length: 60 }, () => ({ writer: null, sets: 1 }))), [25, 25, 10])
  const alternating = Array.from({ length: 60 }, (_, index) => ({ writer: `writer ${index % 2}`, sets: 1 }))
  t.same(lengths(alternating), [25, 25, 10])
})

t.test('groups adjacent items by their key, and items without a key separately', async t => {
  const runs = groupAdjacent(['a', 'a', 'b', '-', '-', 'b', 'a'], item => (item === '-' ? null : item))
  t.same(runs, [['a', 'a'], ['b'], ['-'], ['-'], ['b'], ['a']])
})
