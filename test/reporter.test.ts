import { text } from 'node:stream/consumers'
import t from 'tap'
import Reporter from './reporter.js'

/** Returns what is printed for an entry file with this output, whose own result is given. */
async function printed(output: string[], result = 'ok', diagnostics: string[] = []): Promise<string[]> {
  const reporter = new Reporter()
  reporter.end(
    [
      'TAP version 14',
      `# Subtest: x/index.test.js`,
      ...output.map(line => `    ${line}`),
      `${result} 1 - x/index.test.js # time=1234ms`,
      ...diagnostics.map(line => `  ${line}`),
      '1..1',
      '',
    ].join('\n'),
  )
  return (await text(reporter)).split('\n').filter(line => line !== '')
}

t.test('counts named tests instead of assertions', async t => {
  const output = ['# Subtest: one', '    ok 1 - a', '    ok 2 - b', '    1..2', 'ok 1 - one', '1..1']
  t.strictSame(await printed(output), [
    'ok  x/index.test.js  1 passed, 0 failed, 1.2 s',
    '1 passed, 0 failed',
  ])
  t.equal(
    (await printed(['ok 1 - a', 'ok 2 - b', '1..2'])).at(-1),
    '1 passed, 0 failed',
    'counts assertions outside of tests as one test',
  )
})

t.test('counts concurrent tests like serial ones', async t => {
  const output = [
    'ok 1 - one # time=1ms {',
    '    ok 1 - a',
    '    1..1',
    '}',
    'not ok 2 - two # time=1ms {',
    '    not ok 1 - b',
    '    1..1',
    '}',
    '1..2',
  ]
  t.strictSame(await printed(output, 'not ok'), [
    'FAILED  x/index.test.js  1 passed, 1 failed, 1.2 s',
    'x/index.test.js › two',
    '    b',
    '1 passed, 1 failed',
  ])
})

t.test('reports the innermost failed test with its file and location', async t => {
  const output = [
    '# file: y.test.ts',
    '# Subtest: outer',
    '    # Subtest: inner',
    '        not ok 1 - what was expected',
    '          ---',
    '          at:',
    '            fileName: test/y.test.ts',
    '            lineNumber: 3',
    '            columnNumber: 4',
    '          diff: "-1"',
    '          ...',
    '        1..1',
    '    not ok 1 - inner',
    '    # Subtest: other',
    '        ok 1 - fine',
    '        1..1',
    '    ok 2 - other',
    '    1..2',
    'not ok 1 - outer',
    '1..1',
  ]
  t.strictSame((await printed(output, 'not ok')).slice(1), [
    'x/index.test.js › y.test.ts › outer › inner',
    '    what was expected',
    '    at test/y.test.ts:3:4',
    '    -1',
    '1 passed, 1 failed',
  ])
})

t.test('reports skipped tests', async t => {
  const output = [
    'ok 1 - left out # SKIP no Redis',
    'ok 2 - later # TODO',
    '# Subtest: all of it',
    '    1..0 # no browser',
    'ok 3 - all of it # SKIP no browser',
    '1..3',
  ]
  t.strictSame(await printed(output), [
    'ok  x/index.test.js  0 passed, 0 failed, 1.2 s',
    'skipped: x/index.test.js › left out: no Redis',
    'skipped: x/index.test.js › later: no reason given',
    'skipped: x/index.test.js › all of it: no browser',
    '0 passed, 0 failed, 3 skipped',
  ])
})

t.test('counts an entry file that crashes as a failed test', async t => {
  const output = ['# Subtest: one', '    ok 1 - a', '    1..1', 'ok 1 - one', '1..1']
  t.strictSame((await printed(output, 'not ok', ['---', 'signal: SIGKILL', '...'])).slice(1), [
    'x/index.test.js',
    '    failed',
    '    ended with SIGKILL',
    '1 passed, 1 failed',
  ])
})

t.test('counts an entry file without tests as a failed test', async t => {
  t.strictSame((await printed(['1..0'], 'ok', [])).slice(1), [
    'x/index.test.js',
    '    has no tests',
    '0 passed, 1 failed',
  ])
})
