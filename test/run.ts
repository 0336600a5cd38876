/**
 * Runs every test file in a process of its own, as many at once as there are processors, and prints a line for each.
 *
 *   node dist/test/run.js [--browser] [part of a path …]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { minutes } from '../src/lib/quantities.js'

interface Outcome {
  file: string
  passed: number
  failed: number
  /** What the file printed. */
  output: string
  seconds: number
}

const root = fileURLToPath(new URL('.', import.meta.url))
const longest = 3 * minutes

const { values, positionals } = parseArgs({
  options: { browser: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const ending = values.browser ? '.browser.js' : '.test.js'

const found = await readdir(root, { recursive: true })
const waiting = found
  .filter(
    file =>
      file.endsWith(ending) && (positionals.length === 0 || positionals.some(part => file.includes(part))),
  )
  .sort()
const outcomes: Outcome[] = []
await Promise.all(Array.from({ length: values.browser ? 1 : availableParallelism() }, worker))

const sum = (count: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + count(outcome), 0)
const failed = sum(outcome => outcome.failed)
console.log(`${sum(outcome => outcome.passed)} passed, ${failed} failed`)
process.exitCode = failed > 0 || outcomes.length === 0 ? 1 : 0

async function worker(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const outcome = await run(file)
    outcomes.push(outcome)
    report(outcome)
  }
}

async function run(file: string): Promise<Outcome> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, file)], {
    env: { ...process.env, TAP_TIMEOUT: String(longest / 1000) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest,
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  const { passed, failed } = countsOf(output)
  // A file that ends badly without a failed test (a crash, a time-out, nothing tested) failed all the same. One that
  // skips everything says so with an empty plan.
  const skipped = /^1\.\.0\b/m.test(output)
  const broken = failed === 0 && (code !== 0 || (passed === 0 && !skipped)) ? 1 : 0
  const seconds = (performance.now() - began) / 1000
  return { file, passed, failed: failed + broken, output: output + errors, seconds }
}

/** Each assertion counts; tap sums them up at the end. */
function countsOf(output: string): { passed: number; failed: number } {
  const totals = /^# \{ total: .*\}$/m.exec(output)?.[0] ?? ''
  const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(totals)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') }
}

function report({ file, passed, failed, output, seconds }: Outcome): void {
  const name = file.slice(0, -ending.length)
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok'}  ${name}  ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
  )
  const [, reason] = /^1\.\.0 *#? *(.*)$/m.exec(output) ?? []
  if (reason !== undefined) console.log(`    skipped: ${reason}`)
  if (failed > 0) console.log(output)
}
