import t from 'tap'
import { meets, targetTable } from './target-table.js'

t.test('marks values within and above their limits', async t => {
  const table = targetTable([
    { name: 'start', value: 1.3, limit: 1.3, unit: '×', details: '13 ms, almost empty 10 ms' },
    { name: 'memory', value: 351, limit: 350, unit: 'MB' },
    { name: 'backup', value: 2, unit: 's' },
  ])
  t.strictSame(table.split('\n'), [
    '        target    measured',
    'start   ≤ 1.30 ×  1.30 ×    ok      13 ms, almost empty 10 ms',
    'memory  ≤ 350 MB  351 MB    MISSED',
    'backup            2.00 s',
  ])
})

t.test('marks values below what they must reach', async t => {
  const lines = [2, 1.9].map(value => ({ name: 'ratio', value, atLeast: 2, unit: '×' }))
  t.strictSame(lines.map(meets), [true, false])
  t.match(targetTable(lines), /ratio  ≥ 2.00 ×  1.90 ×    MISSED/)
})

t.test('misses a target that could not be measured', async t => {
  t.notOk(meets({ name: 'start', value: NaN, limit: 1.3, unit: '×' }))
})
