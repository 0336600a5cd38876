import t from 'tap'
import { parseIdAt } from '../../src/lib/ids.js'
import { centimetersPer, kilogramsPer } from '../../src/lib/units.js'

t.test('converts by the international units', async t => {
  t.same(centimetersPer, { CM: 1, IN: 2.54, FT: 30.48 })
  t.same(kilogramsPer, { KG: 1, LB: 0.45359237 })
  t.equal(centimetersPer.FT, 12 * centimetersPer.IN)
})

t.test('accepts 24 hexadecimal digits and converts them to lower case', async t => {
  t.equal(parseIdAt('6B01849056964B4EFCC31F15', 'userId'), '6b01849056964b4efcc31f15')
  for (const id of [
    '',
    '6b01849056964b4efcc31f1',
    '6b01849056964b4efcc31f150',
    'g'.repeat(24),
    `${'0'.repeat(24)}\n`,
  ])
    t.throws(() => parseIdAt(id, 'userId'), {
      code: 'BAD_USER_INPUT',
      message: 'userId must have 24 hexadecimal digits.',
      field: 'userId',
    })
})
