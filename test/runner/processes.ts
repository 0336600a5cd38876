import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { GiB, minutes, seconds } from '../../src/lib/quantities.js'
import { endOfErrors, type News, type Order } from './protocol.js'

/** What became of a test file. */
export interface Printed {
  /** What its tests said, as a TAP stream. */
  tap: string
  /** What it wrote to its error stream. */
  errors: string
  /** What no test says: that it crashed, or left a server open. */
  faults: string[]
  exitCode: number | null
}

export interface Bounds {
  /** How long a file may take, in milliseconds. */
  longest: number
  /** How long tap may then take to say which test was running. */
  grace: number
  /** How long what a file has closed may take to be gone. */
  patience: number
}

// A process that lives for seconds has no use for collecting what is young again and again: a fifth of its time.
export const flags = ['--max-semi-space-size=64']

const usual: Bounds = { longest: 3 * minutes, grace: 10 * seconds, patience: 30 * seconds }

/** A process that holds more takes no further file. */
const largest = 1 * GiB
const program = fileURLToPath(new URL('shared-process.js', import.meta.url))

/** Runs a test file in a process that ends with it. */
export async function runAlone(path: string, environment: NodeJS.ProcessEnv): Promise<Printed> {
  const { longest, grace } = usual
  const child = spawn(process.execPath, [...flags, path], {
    env: { ...environment, TAP_TIMEOUT: String(longest / seconds) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest + grace,
    killSignal: 'SIGKILL',
  })
  const [tap, errors, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ])
  return { tap, errors, faults: signal === null ? [] : [`ended with ${signal}`], exitCode }
}

export type SharedProcess = ReturnType<typeof sharedProcess>

/** A process that runs test files one after the other, each within the bounds. */
export function sharedProcess(environment: NodeJS.ProcessEnv, bounds: Partial<Bounds> = {}) {
  const { longest, grace, patience } = { ...usual, ...bounds }
  const child = spawn(process.execPath, [...flags, program], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let printed: Printed = nothing()
  let awaited = new Set<'end' | 'errors'>()
  let done: () => void = () => undefined
  let spent = false
  const arrived = (part: 'end' | 'errors') => {
    awaited.delete(part)
    if (awaited.size === 0) done()
  }

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.errors += text.replaceAll(endOfErrors, '')
    if (text.includes(endOfErrors)) arrived('errors')
  })
  child.on('message', (news: News) => {
    if (news.type === 'tap') return void (printed.tap += news.text)
    printed.faults.push(...news.faults)
    spent ||= news.failed || news.faults.length > 0 || news.residentBytes > largest
    arrived('end')
  })
  child.on('close', (code, signal) => {
    spent = true
    if (awaited.size > 0) printed.faults.push(`ended the process with ${signal ?? `exit code ${code}`}`)
    done()
  })

  return {
    async run(path: string): Promise<Printed> {
      printed = nothing()
      awaited = new Set(['end', 'errors'])
      const over = new Promise<void>(resolve => (done = resolve))
      const killing = setTimeout(() => child.kill('SIGKILL'), longest + grace)
      child.send({ path, timeout: longest, patience } satisfies Order)
      await over
      clearTimeout(killing)
      return printed
    },
    /** Whether the next file needs another process: this one has grown, a test has failed there, or it is gone. */
    isSpent: () => spent,
    end() {
      if (child.connected) child.disconnect()
    },
  }
}

const nothing = (): Printed => ({ tap: '', errors: '', faults: [], exitCode: 0 })
