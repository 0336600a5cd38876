import t from 'tap'
import { pluralize } from '../../src/lib/plural.js'

t.test('uses the singular for one and the plural otherwise', async t => {
  t.equal(pluralize(1, 'record'), '1 record')
  t.equal(pluralize(0, 'record'), '0 records')
  t.equal(pluralize(1, 'person', 'people'), '1 person')
  t.equal(pluralize(1000, 'person', 'people'), '1,000 people')
})
