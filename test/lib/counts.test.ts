import t from 'tap'
import { counted } from '../../src/lib/counts.js'

t.test('a number of things is one thing or several', async t => {
  t.equal(counted(1, 'record'), '1 record')
  t.equal(counted(0, 'record'), '0 records')
  t.equal(counted(1, 'person', 'people'), '1 person')
  t.equal(counted(1000, 'person', 'people'), '1,000 people')
})
