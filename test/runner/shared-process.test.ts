import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { minutes, seconds } from '../../src/lib/quantities.js'
import { sharedProcess, type Bounds } from './processes.js'
import { fileResults } from './file-results.js'

/** Beside the tests: there, too, `tap` is found. */
const folder = mkdtempSync(fileURLToPath(new URL('files-', import.meta.url)))
t.teardown(() => rmSync(folder, { recursive: true }))
let written = 0

/** Runs files of such code in one process. */
function processOf(t: Pick<Test, 'teardown'>, bounds?: Partial<Bounds>) {
  const shared = sharedProcess(process.env, bounds)
  t.teardown(() => shared.end())
  return {
    ...shared,
    async file(code: string) {
      const path = join(folder, `${++written}.mjs`)
      writeFileSync(path, `import t, { test } from 'tap'\n${code}`)
      const printed = await shared.run(path)
      return { ...fileResults(printed), errors: printed.errors }
    },
  }
}

const fine = `t.test('fine', async t => t.ok(true))`
const wholeFile = (what: string | RegExp) => ({ name: 'the file', faults: [{ what }] })

t.test('keeps tests, hooks and errors of files apart', async t => {
  const { file, isSpent } = processOf(t)
  const first = await file(`
    const heard = []
    t.jobs = 2
    t.beforeEach(() => heard.push('before each'))
    t.teardown(() => console.error(heard.join()))
    test('one', async t => t.ok(true))
    t.test('two', async t => t.ok(true))
  `)
  const errors = 'before each,before each\n'
  t.strictSame(first, { passed: 2, failed: [], skipped: [], errors })
  const second = await file(`
    t.equal(t.jobs, 1)
    ${fine}
    t.test('left out', { skip: 'no Redis' }, async () => undefined)
  `)
  const skipped = [{ name: 'left out', reason: 'no Redis' }]
  t.strictSame(second, { passed: 1, failed: [], skipped, errors: '' })
  t.notOk(isSpent())
})

t.test('gives files separate test folders', async t => {
  const { file } = processOf(t)
  const code = `t.test('same', async t => { t.ok(true); console.error(t.testdir({})) })`
  const [one, other] = [(await file(code)).errors, (await file(code)).errors]
  t.match(one, /-same\n$/)
  t.not(one, other)
})

t.test('reports the location of a failure and continues', async t => {
  const { file } = processOf(t)
  const { passed, failed } = await file(`
    t.test('equals', async t => t.equal(1, 2, 'one is two'))
    t.test('throws', async () => { throw new Error('thrown') })
    t.test('throws later', t => { setImmediate(() => { throw new Error('thrown later') }) })
    ${fine}
  `)
  t.equal(passed, 1)
  t.match(failed, [
    { name: 'equals', faults: [{ what: 'one is two', diagnostics: { at: { lineNumber: 3 } } }] },
    { name: 'throws', faults: [{ what: 'thrown', diagnostics: { at: { lineNumber: 4 } } }] },
    { name: 'throws later', faults: [{ what: 'thrown later', diagnostics: { at: { lineNumber: 5 } } }] },
  ])
  const unheard = await file(`
    t.test('rejects', async () => { Promise.reject(new Error('unheard')); await new Promise(setImmediate) })
    ${fine}
  `)
  t.match(unheard, { passed: 1, failed: [{ name: 'rejects', faults: [{ what: 'unheard' }] }] })
})

t.test('fails files that cannot be loaded or have no tests', async t => {
  const { file } = processOf(t)
  t.match(await file('const = 1'), {
    passed: 0,
    failed: [{ faults: [{ what: /missing initializer|token/i }] }],
  })
  t.match(await file(`${fine}\nthrow new Error('at the end')`), { failed: [wholeFile('at the end')] })
  t.match(await file('export {}'), { passed: 0, failed: [wholeFile('tests nothing')] })
})

t.test('fails files that end the process, with their last output', async t => {
  const ends = {
    'process.exit(0)': 'ended the process with exit code 0',
    [`process.kill(process.pid, 'SIGKILL')`]: 'ended the process with SIGKILL',
    // Not the doing of a test: nobody catches it.
    [`new (await import('node:worker_threads')).Worker('throw new Error("crash")', { eval: true })`]: /./,
  }
  for (const [code, what] of Object.entries(ends)) {
    const { file, isSpent } = processOf(t)
    const { failed, errors } = await file(`
      ${fine}
      t.test('ends', async () => {
        console.error('the last words')
        ${code}
        await new Promise(() => setInterval(() => undefined, 1000))
      })
    `)
    t.match(JSON.stringify(failed), typeof what === 'string' ? new RegExp(what) : what)
    t.equal(errors.startsWith('the last words\n'), true, errors)
    t.ok(isSpent())
  }
})

t.test('fails files that exceed the timeout', async t => {
  const waiting = processOf(t, { timeout: 0.2 * seconds, reportTimeout: 5 * minutes })
  const { failed } = await waiting.file(`
    t.test('waits', () => new Promise(() => setInterval(() => undefined, 1000)))
  `)
  t.match(failed, [{ name: 'waits', faults: [{ what: 'timeout!' }] }])
  t.ok(waiting.isSpent())

  const busy = processOf(t, { timeout: 0.2 * seconds, reportTimeout: 0.2 * seconds })
  const { passed, failed: faults } = await busy.file(`t.test('loops', async () => { for (;;); })`)
  t.equal(passed, 0)
  t.match(JSON.stringify(faults), /ended the process with SIGKILL/)
})

t.test('fails files that leave side effects, and ends their process', async t => {
  const disorder = {
    [`(await import('node:net')).createServer().listen(0)`]: 'left open: 1 TCPServerWrap',
    'setInterval(() => undefined, 1000)': 'left open: 1 Timeout',
    [`process.env.SOME_SETTING = 'on'`]: 'changed the environment: SOME_SETTING',
    'delete process.env.PATH': 'changed the environment: PATH',
    'Date.now = () => 0': 'changed Date.now',
    'process.exitCode = 1': 'changed process.exitCode',
    [`process.chdir('/')`]: 'changed the working directory',
    [`process.on('SIGTERM', () => undefined)`]: 'changed the listeners of SIGTERM',
  }
  const { file, isSpent } = processOf(t, { closeTimeout: 0.2 * seconds })
  for (const [code, what] of Object.entries(disorder)) {
    const { passed, failed } = await file(`t.test('leaves', async t => { t.ok(true);${code} })`)
    t.strictSame({ passed, failed }, { passed: 1, failed: [wholeFile(what)] }, code)
    t.ok(isSpent())
  }
})
