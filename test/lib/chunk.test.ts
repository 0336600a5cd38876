import t from 'tap'
import { chunk } from '../../src/lib/chunk.js'

t.test('divides items into chunks within the limit, in order', async t => {
  const chunks = (items: number[]) => chunk(items, 10, item => item)
  t.same(chunks([]), [])
  t.same(chunks([1, 2, 3, 4]), [[1, 2, 3, 4]])
  t.same(chunks([1, 2, 3, 5]), [[1, 2, 3], [5]])
  t.same(chunks([4, 11, 4, 6, 1]), [[4], [11], [4, 6], [1]])
  t.same(chunks([20, 30]), [[20], [30]])
})
