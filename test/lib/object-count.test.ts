import t from 'tap'
import { fitting, objectCount } from '../../src/lib/object-count.js'

t.test('objects are counted wherever they are', async t => {
  t.equal(objectCount(null), 0)
  t.equal(objectCount('text'), 0)
  t.equal(objectCount(new Date()), 0)
  t.equal(objectCount({ a: 1, b: [1, 2], c: new Date() }), 1)
  t.equal(objectCount({ a: { b: {} }, c: [{}, { d: {} }] }), 6)
  t.equal(objectCount([[{}], [{}]]), 2)
})

t.test('what fits ends before the limit is passed, but has one item at least', async t => {
  const items = [{}, { a: {} }, {}, {}]
  t.equal(fitting(items, 10), 4)
  t.equal(fitting(items, 5), 4)
  t.equal(fitting(items, 4), 3)
  t.equal(fitting(items, 2), 1)
  t.equal(fitting([{ a: {} }, {}], 1), 1)
  t.equal(fitting([], 1), 0)
})
