import t from 'tap'
import { resultsOf } from './tap-results.js'

const tap = (...lines: string[]) => ['TAP version 14', ...lines, ''].join('\n')

t.test('counts named tests instead of assertions', async t => {
  const output = tap(
    '# Subtest: one',
    '    ok 1 - a',
    '    ok 2 - b',
    '    1..2',
    'ok 1 - one # time=1ms',
    '# Subtest: two',
    '    1..0',
    'ok 2 - two',
    '1..2',
  )
  t.strictSame(resultsOf(output), { passed: 2, failed: [], skipped: [] })
  t.equal(resultsOf(tap('ok 1 - a', 'ok 2 - b', '1..2')).passed, 1, 'a file without names is one test')
})

t.test('counts concurrent tests like serial ones', async t => {
  const output = tap(
    'ok 1 - one # time=1ms {',
    '    ok 1 - a',
    '    1..1',
    '}',
    'not ok 2 - two # time=1ms {',
    '    not ok 1 - b',
    '    1..1',
    '}',
    '1..2',
  )
  t.match(resultsOf(output), { passed: 1, failed: [{ name: 'two', faults: [{ what: 'b' }] }] })
})

t.test('counts the innermost of nested tests and failing outer ones', async t => {
  const output = (outer: string) =>
    tap(
      '# Subtest: outer',
      `    ${outer} 1 - of its own`,
      '    # Subtest: inner',
      '        not ok 1 - what was expected',
      '          ---',
      '          at:',
      '            fileName: dist/test/x.test.js',
      '            lineNumber: 3',
      '          ...',
      '        1..1',
      '    not ok 2 - inner',
      '    # Subtest: other',
      '        ok 1 - fine',
      '        1..1',
      '    ok 3 - other',
      '    1..3',
      'not ok 1 - outer',
      '1..1',
    )
  const inner = {
    name: 'outer › inner',
    faults: [
      {
        what: 'what was expected',
        diagnostics: { at: { fileName: 'dist/test/x.test.js', lineNumber: 3 } },
      },
    ],
  }
  t.strictSame(resultsOf(output('ok')), { passed: 1, failed: [inner], skipped: [] })
  const { failed } = resultsOf(output('not ok'))
  t.match(failed, [inner, { name: 'outer', faults: [{ what: 'of its own' }] }])
  t.equal(failed.length, 2)
})

t.test('reports skipped tests', async t => {
  const output = tap(
    'ok 1 - left out # SKIP no Redis',
    'ok 2 - later # TODO',
    '# Subtest: all of it',
    '    1..0 # no browser',
    'ok 3 - all of it # SKIP no browser',
    '1..3',
  )
  t.match(resultsOf(output), {
    passed: 0,
    failed: [],
    skipped: [
      { name: 'left out', reason: 'no Redis' },
      { name: 'later' },
      { name: 'all of it', reason: 'no browser' },
    ],
  })
  const skipped = [{ name: 'the file', reason: 'no Redis' }]
  t.strictSame(resultsOf(tap('1..0 # no Redis')), { passed: 0, failed: [], skipped })
})

t.test('fails files that end early or have no tests', async t => {
  const { passed, failed } = resultsOf(tap('# Subtest: one', '    ok 1 - a', '    1..1', 'ok 1 - one'))
  t.equal(passed, 1)
  t.strictSame(failed, [{ name: 'the file', faults: [{ what: 'no plan' }] }])
  for (const silent of ['Hello!\n', tap('1..0 # no tests found')])
    t.strictSame(resultsOf(silent), { passed: 0, failed: [], skipped: [] })
})
