import t from 'tap'
import { cumulativeLimit, objectCount, storedObjectCount } from '../../src/lib/object-count.js'

t.test('counts objects at any depth', async t => {
  t.equal(objectCount(null), 0)
  t.equal(objectCount('text'), 0)
  t.equal(objectCount(new Date()), 0)
  t.equal(objectCount({ a: 1, b: [1, 2], c: new Date() }), 1)
  t.equal(objectCount({ a: { b: {} }, c: [{}, { d: {} }] }), 6)
  t.equal(objectCount([[{}], [{}]]), 2)
  t.equal(objectCount({ a: 'x'.repeat(255), b: ['x'.repeat(256), 'x'.repeat(1000)] }), 5)
})

t.test('counts the content of a record and what is derived for it', async t => {
  t.equal(storedObjectCount({ content: { a: {} }, derived: { b: [{}, {}] } }), 5)
  t.equal(storedObjectCount({ content: null, derived: null }), 0)
})

t.test('ends before the limit is exceeded, but after at least one item', async t => {
  const fitting = (sizes: number[], limit: number) => {
    const isOneTooMany = cumulativeLimit(limit)
    const end = sizes.findIndex(isOneTooMany)
    return end < 0 ? sizes.length : end
  }
  t.equal(fitting([1, 2, 1, 1], 10), 4)
  t.equal(fitting([1, 2, 1, 1], 5), 4)
  t.equal(fitting([1, 2, 1, 1], 4), 3)
  t.equal(fitting([1, 2, 1, 1], 2), 1)
  t.equal(fitting([2, 1], 1), 1)
  t.equal(fitting([], 1), 0)
})
