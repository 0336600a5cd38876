/**
 * Runs the test files in one process per processor, and prints a line for each, then the failures. Files share a process,
 * so that modules are loaded once. A file that cannot share a process states the reason as `// In a process of its own: …`.
 *
 *   node dist/test/run.js [--browser] [--database] [part of a path …]
 *
 * With --database, runs only the files whose results depend on the database.
 */
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seconds } from '../src/lib/quantities.js'
import { sourceLocation } from '../src/lib/source-maps.js'
import { generateKeys } from './keys.js'
import { usesDatabase } from './runner/database-users.js'
import { mongoAnswers, prepareMongo } from './runner/mongo.js'
import { runAlone, sharedProcess, type SharedProcess } from './runner/processes.js'
import { inSources } from './runner/source-places.js'
import { wholeFile, type Fault, type Results } from './runner/tap-results.js'
import { fileResults } from './runner/file-results.js'

interface Outcome extends Results {
  /** The path of the file in `test/`, without its extension. */
  name: string
  /** The text that the file wrote to standard error. */
  errors: string
  duration: number
}

const compiled = fileURLToPath(new URL('.', import.meta.url))
const sources = fileURLToPath(new URL('../../test/', import.meta.url))

const { values, positionals } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const ending = values.browser ? '.browser.ts' : '.test.ts'

const files = (await readdir(sources, { recursive: true })).filter(file => file.endsWith(ending)).sort()
const unknown = positionals.filter(part => !files.some(file => file.includes(part)))
if (unknown.length > 0) {
  console.error(`No test file has ${unknown.map(part => `"${part}"`).join(' or ')} in its path.`)
  process.exit(1)
}
const environment = { ...process.env, TEST_KEYS: JSON.stringify(generateKeys()) }
const mongo = process.env['TEST_MONGODB_URI']
const ownProcess = /^\/\/ In a process of its own: /m
const waiting = files
  .filter(file => positionals.length === 0 || positionals.some(part => file.includes(part)))
  .filter(file => !values.database || usesDatabase(join(sources, file)))
const outcomes: Outcome[] = []
if (mongo) await prepareMongo(mongo)
await Promise.all(Array.from({ length: values.browser ? 1 : availableParallelism() }, worker))
summarize()

/** Skips the remaining files, which would all fail because MongoDB is unavailable. */
function giveUp(): void {
  const left = waiting.splice(0)
  if (left.length === 0) return
  const what = `MongoDB no longer responds. ${left.length} files were not run, starting with ${left[0]}.`
  outcomes.push({
    name: 'MongoDB',
    passed: 0,
    failed: [{ name: wholeFile, faults: [{ what }] }],
    skipped: [],
    errors: '',
    duration: 0,
  })
  report(outcomes.at(-1)!)
}

async function worker(): Promise<void> {
  let shared: SharedProcess | undefined
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const began = performance.now()
    const path = join(compiled, file.replace(/ts$/, 'js'))
    const alone = values.browser || ownProcess.test(await readFile(join(sources, file), 'utf8'))
    const printed = alone
      ? await runAlone(path, environment)
      : await (shared ??= sharedProcess(environment)).run(path)
    const results = fileResults(printed)
    const name = file.slice(0, -ending.length)
    outcomes.push({ ...results, name, errors: printed.errors, duration: performance.now() - began })
    report(outcomes.at(-1)!)
    if (mongo && results.failed.length > 0 && !(await mongoAnswers(mongo))) giveUp()
    if (shared?.isSpent()) {
      shared.end()
      shared = undefined
    }
  }
  shared?.end()
}

function report({ name, passed, failed, skipped, errors, duration }: Outcome): void {
  const counts = `${passed} passed, ${failed.length} failed, ${(duration / seconds).toFixed(1)} s`
  console.log(`${failed.length > 0 ? 'FAILED' : 'ok'}  ${name}  ${counts}`)
  for (const { name, reason } of skipped) console.log(`    skipped: ${name}: ${reason}`)
  if (failed.length > 0 && errors !== '') console.log(indented(inSources(errors)))
}

/** Repeats all failures at the end, and prints the totals. */
function summarize(): void {
  for (const { name, failed } of outcomes)
    for (const test of failed) {
      console.log(`\n${name}: ${test.name}`)
      test.faults.forEach(explain)
    }
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const [failed, skipped] = [sum(({ failed }) => failed.length), sum(({ skipped }) => skipped.length)]
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${failed > 0 ? '\n' : ''}${sum(({ passed }) => passed)} passed, ${failed} failed${left}`)
  process.exitCode = failed > 0 || outcomes.length === 0 ? 1 : 0
}

function explain({ what, diagnostics }: Fault): void {
  const { at, diff, stack } = diagnostics ?? {}
  const place =
    at?.fileName === undefined
      ? []
      : [`at ${sourceLocation(at.fileName, at.lineNumber ?? 1, at.columnNumber ?? 1)}`]
  const lines = [what, ...place, diff ?? (stack === undefined ? '' : inSources(stack))].join('\n')
  console.log(indented(lines))
}

function indented(text: string): string {
  return text.trimEnd().replace(/^/gm, '    ')
}
