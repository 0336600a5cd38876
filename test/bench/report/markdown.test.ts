import t from 'tap'
import type { Contest } from '../results.js'
import { contestTables, replaceSection, targetsTable } from './markdown.js'

const spread = (median: number) => ({ median, least: median - 1, greatest: median + 1 })
const contestOf = (request: string, connections: number): Contest => ({
  request,
  database: 'MongoDB',
  connections,
  rivals: [
    { name: 'service', perSecond: spread(8000), p50: 1, ratio: spread(1), cpu: 1 },
    { name: 'by hand', perSecond: spread(2000), p50: 1, ratio: spread(4), cpu: 1 },
  ],
})

t.test(
  'shows the requests of one number of connections in one table, with the ratios of the service',
  async t => {
    const tables = contestTables([contestOf('me', 64), contestOf('user', 64), contestOf('me', 1)])
    t.strictSame(tables.split('\n'), [
      'Requests per second on MongoDB with 64 connections:',
      '',
      '|  | me | user |',
      '| --- | --- | --- |',
      '| service | 8,000 | 8,000 |',
      '| by hand | 2,000 (4.00 ×, 3.00 to 5.00) | 2,000 (4.00 ×, 3.00 to 5.00) |',
      '',
      'Requests per second on MongoDB with one connection:',
      '',
      '|  | me |',
      '| --- | --- |',
      '| service | 8,000 |',
      '| by hand | 2,000 (4.00 ×, 3.00 to 5.00) |',
    ])
  },
)

t.test('marks missed targets', async t => {
  const [, , met, missed] = targetsTable([
    { name: 'start', value: 1, limit: 2, unit: 's', details: 'empty' },
    { name: 'ratio', value: 1, atLeast: 2, unit: '×' },
  ]).split('\n')
  t.equal(met, '| start | ≤ 2.00 s | 1.00 s | empty |')
  t.equal(missed, '| ratio | ≥ 2.00 × | 1.00 × (missed) |  |')
})

t.test('replaces a marked section of a page, also repeatedly', async t => {
  const page = 'before\n\n<!-- a -->\n\nold\n\n<!-- /a -->\n\nafter\n'
  const replaced = replaceSection(page, 'a', 'new')
  t.equal(replaced, 'before\n\n<!-- a -->\n\nnew\n\n<!-- /a -->\n\nafter\n')
  t.equal(replaceSection(replaced, 'a', 'new'), replaced)
  t.throws(() => replaceSection(page, 'b', 'new'), { message: /has no/ })
})
