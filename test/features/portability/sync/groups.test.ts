import fc from 'fast-check'
import t from 'tap'
import { groupOperations, groupAdjacent } from '../../../../src/features/portability/sync/groups.js'

const operations = fc.array(fc.record({ sets: fc.integer({ min: 0, max: 2500 }) }), { maxLength: 100 })

t.test('keeps the order of operations, and limits groups of several operations', async () => {
  fc.assert(
    fc.property(operations, given => {
      const groups = groupOperations(given)
      t.same(groups.flat(), given)
      for (const group of groups) {
        const sets = group.reduce((sum, operation) => sum + operation.sets, 0)
        t.ok(group.length === 1 || (group.length <= 25 && sets <= 1500))
      }
    }),
  )
  t.same(
    groupOperations(Array.from({ length: 60 }, () => ({ sets: 1 }))).map(({ length }) => length),
    [25, 25, 10],
  )
})

t.test('groups adjacent items by their key, and items without a key separately', async t => {
  const runs = groupAdjacent(['a', 'a', 'b', '-', '-', 'b', 'a'], item => (item === '-' ? null : item))
  t.same(runs, [['a', 'a'], ['b'], ['-'], ['-'], ['b'], ['a']])
})
