import t from 'tap'
import { chunk } from '../../src/lib/chunk.js'

t.test('divides items into chunks within the limit, in order', async t => {
  const pieces = (items: number[]) => chunk(items, 10, item => item)
  t.same(pieces([]), [])
  t.same(pieces([1, 2, 3, 4]), [[1, 2, 3, 4]])
  t.same(pieces([1, 2, 3, 5]), [[1, 2, 3], [5]])
  t.same(pieces([4, 11, 4, 6, 1]), [[4], [11], [4, 6], [1]])
  t.same(pieces([20, 30]), [[20], [30]])
})
