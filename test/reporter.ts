/**
 * The reporter of `tap run`: prints a line for each entry file when it ends, at the end the failed tests, and as the last
 * line the number of tests. It counts the innermost named tests instead of assertions.
 */
import { Transform, type TransformCallback } from 'node:stream'
import t from 'tap'
import { Parser, type Result } from 'tap-parser'
import { seconds } from '../src/lib/quantities.js'
import { generateKeys } from './keys.js'

/** A process that tap is about to start for an entry file. */
interface EntryProcess {
  command: string
  args: string[]
}

// All processes share a key pair, because generating one takes long.
const keys = JSON.stringify(generateKeys())

const withoutAsyncHooks = `--import=${new URL('without-async-hooks.js', import.meta.url).href}`

// tap loads its hooks for mocks, TypeScript and coverage into each process, worker thread and child process of the tests.
// No test uses them, and they double the processor time, so the processes are started without them.
t.on('spawn', (entry: EntryProcess) => {
  const args = entry.args.filter(arg => !arg.startsWith('--import='))
  entry.args = ['-u', 'NODE_OPTIONS', `TEST_KEYS=${keys}`, entry.command, withoutAsyncHooks, ...args]
  entry.command = 'env'
})

interface Results {
  passed: number
  failed: { name: string; faults: Fault[] }[]
  skipped: { name: string; reason: string }[]
}

interface Fault {
  message: string
  diagnostics: Diagnostics | null
}

interface Diagnostics {
  at?: { fileName?: string; lineNumber?: number; columnNumber?: number }
  diff?: string
  stack?: string
  exitCode?: number
  signal?: string
  /** The open resources of a process that timed out. */
  handles?: { type: string }[]
}

const noResults = (): Results => ({ passed: 0, failed: [], skipped: [] })

export default class Reporter extends Transform {
  private readonly parser = new Parser()
  private readonly entries: Results[] = []
  /** The results of the entry file whose output is being parsed. */
  private current = noResults()

  constructor() {
    super()
    this.parser.on('child', entry => collect(entry, [entry.name], this.current))
    this.parser.on('assert', (result: Result) => this.endEntry(result))
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.parser.write(chunk)
    done()
  }

  override _flush(done: TransformCallback): void {
    this.parser.end()
    const passed = this.entries.reduce((sum, entry) => sum + entry.passed, 0)
    const failed = this.entries.flatMap(entry => entry.failed)
    const skipped = this.entries.flatMap(entry => entry.skipped)
    for (const { name, reason } of skipped) this.push(`skipped: ${name}: ${reason}\n`)
    for (const { name, faults } of failed) this.push(`\n${name}\n${faults.map(format).join('')}`)
    const skippedCount = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
    this.push(`\n${passed} passed, ${failed.length} failed${skippedCount}\n`)
    done()
  }

  private endEntry({ name, ok, time, diag }: Result): void {
    const { current } = this
    this.current = noResults()
    this.entries.push(current)
    const { passed, failed, skipped } = current
    const isEmpty = passed + failed.length + skipped.length === 0
    // A crash, a timeout outside of tests, or an entry file without tests.
    if (isEmpty || (!ok && failed.length === 0))
      failed.push({
        name,
        faults: [{ message: isEmpty ? 'has no tests' : 'failed', diagnostics: diag as Diagnostics }],
      })
    const counts = `${passed} passed, ${failed.length} failed, ${((time ?? 0) / seconds).toFixed(1)} s`
    this.push(`${failed.length > 0 ? 'FAILED' : 'ok'}  ${name}  ${counts}\n`)
  }
}

/** Adds the results of an entry file, or of a test in it. The names are those of the entry file, the outer tests and the test. */
function collect(parser: Parser, names: string[], results: Results): void {
  const faults: Fault[] = []
  let tests = 0
  let assertions = 0
  let path = names
  // import-tests.ts names the file whose tests follow.
  parser.on('comment', comment => {
    const [, file] = /^# file: (.+)/.exec(comment) ?? []
    if (file !== undefined) path = [...names, file]
  })
  parser.on('child', child => {
    tests += 1
    collect(child, [...path, child.name], results)
  })
  parser.on('assert', ({ ok, name, skip, todo, diag, closingTestPoint }: Result) => {
    const reason = skip || todo
    if (reason)
      results.skipped.push({
        name: [...path, name].join(' › '),
        reason: reason === true ? 'no reason given' : reason,
      })
    // The closing line of a subtest repeats its result.
    if (reason || closingTestPoint) return
    assertions += 1
    const what = [...path.slice(names.length), name].join(' › ')
    if (!ok) faults.push({ message: what, diagnostics: diag as Diagnostics | null })
  })
  parser.on('complete', ({ plan, failures }) => {
    for (const { tapError } of failures)
      if (tapError !== null) faults.push({ message: String(tapError), diagnostics: null })
    const isTest = tests === 0 && (assertions > 0 || names.length > 1)
    if (faults.length > 0) results.failed.push({ name: names.join(' › '), faults })
    else if (isTest && !plan.skipReason) results.passed += 1
  })
}

function format({ message: what, diagnostics }: Fault): string {
  const { at, diff, stack, exitCode, signal, handles = [] } = diagnostics ?? {}
  const lines = [what]
  if (at?.fileName !== undefined) lines.push(`at ${at.fileName}:${at.lineNumber}:${at.columnNumber}`)
  if (exitCode || signal) lines.push(`ended with ${signal ?? `exit code ${exitCode}`}`)
  if (handles.length > 0) lines.push(`left open: ${handles.map(({ type }) => type).join(', ')}`)
  const detail = diff ?? stack
  if (detail !== undefined) lines.push(detail)
  return lines.join('\n').trimEnd().replace(/^/gm, '    ') + '\n'
}
