import t from 'tap'
import { median, spreadOf } from './statistics.js'

t.test('takes the middle sample, whatever their order', async t => {
  t.equal(median([30, 1, 2]), 2)
  t.equal(median([4, 1, 3, 2]), 3)
  t.ok(Number.isNaN(median([])))
})

t.test('returns the median between the least and the greatest sample', async t => {
  t.strictSame(spreadOf([3, 9, 4]), { median: 4, least: 3, greatest: 9 })
})
