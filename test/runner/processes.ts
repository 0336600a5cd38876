import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { GiB, minutes, seconds } from '../../src/lib/quantities.js'
import { endOfErrors, type News, type Order } from './protocol.js'

/** The output of a test file. */
export interface Printed {
  /** The TAP stream of its tests. */
  tap: string
  /** The text that it wrote to standard error. */
  errors: string
  /** Faults outside of tests, such as a crash or an open server. */
  faults: string[]
  exitCode: number | null
}

export interface Bounds {
  /** The maximum duration of a file, in milliseconds. */
  timeout: number
  /** The additional time in which tap can report the running test. */
  reportTimeout: number
  /** The time in which closed resources must disappear. */
  closeTimeout: number
}

// A larger young generation saves a fifth of the time of processes that only live for seconds.
export const flags = ['--max-semi-space-size=64']

const defaultBounds: Bounds = {
  timeout: 3 * minutes,
  reportTimeout: 10 * seconds,
  closeTimeout: 30 * seconds,
}

/** A process with more resident memory gets no further files. */
const maxResidentBytes = 1 * GiB
const program = fileURLToPath(new URL('shared-process.js', import.meta.url))

/** Runs a test file in its own process. */
export async function runAlone(path: string, environment: NodeJS.ProcessEnv): Promise<Printed> {
  const { timeout, reportTimeout } = defaultBounds
  const child = spawn(process.execPath, [...flags, path], {
    env: { ...environment, TAP_TIMEOUT: String(timeout / seconds) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeout + reportTimeout,
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

/** Starts a process that runs test files one after the other, each within the bounds. */
export function sharedProcess(environment: NodeJS.ProcessEnv, bounds: Partial<Bounds> = {}) {
  const { timeout, reportTimeout, closeTimeout } = { ...defaultBounds, ...bounds }
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
    spent ||= news.failed || news.faults.length > 0 || news.residentBytes > maxResidentBytes
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
      const killing = setTimeout(() => child.kill('SIGKILL'), timeout + reportTimeout)
      child.send({ path, timeout, closeTimeout } satisfies Order)
      await over
      clearTimeout(killing)
      return printed
    },
    /**
     * Returns whether the next file needs a new process, because this one is too large, had a failed test, or has
     * ended.
     */
    isSpent: () => spent,
    end() {
      if (child.connected) child.disconnect()
    },
  }
}

const nothing = (): Printed => ({ tap: '', errors: '', faults: [], exitCode: 0 })
