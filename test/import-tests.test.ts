import t from 'tap'
import { testFiles } from './import-tests.js'

t.test('lists the test files of a folder and of the folders below without an entry file', async t => {
  const folder = t.testdir({
    'a.test.ts': '',
    'helper.ts': '',
    'index.test.ts': '',
    below: { 'b.test.ts': '', deeper: { 'c.test.ts': '' } },
    node_modules: { 'e.test.ts': '' },
    other: { 'index.test.ts': '', 'd.test.ts': '' },
  })
  t.strictSame(testFiles(folder), ['a.test.ts', 'below/b.test.ts', 'below/deeper/c.test.ts'])
})
