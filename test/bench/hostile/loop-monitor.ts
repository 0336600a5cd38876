/**
 * Loaded into the service's process: measures how long each turn of the event loop occupies the main thread, in the
 * thread's processor time, which does not depend on other load; where the system does not report it (Linux does, to a
 * few milliseconds), in that of the process.
 */
import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In milliseconds. */
export interface Held {
  /** Longest turn in processor time. */
  longest: number
  /** Longest turn in wall time. */
  longestByClock: number
  /** All turns together. */
  total: number
  /** Longest delay of a timer, as measured by `perf_hooks`. */
  longestDelay: number
  /** Peak of resident memory, in bytes. */
  memory: number
}

const processorTime = ofMainThread() ?? ofProcess

function ofMainThread(): (() => number) | undefined {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    // The first field is the processor time in nanoseconds.
    return () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0))) / 1e6
  } catch {
    return undefined
  }
}

function ofProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let held: Held | undefined
let last = { processor: 0, clock: 0 }
const delays = monitorEventLoopDelay({ resolution: 1 })
/** Sampling interval of the memory, in milliseconds. */
const memoryInterval = 5
let lookedAt = 0

function round(): void {
  if (!held) return
  const now = { processor: processorTime(), clock: performance.now() }
  const busy = now.processor - last.processor
  held.longest = Math.max(held.longest, busy)
  held.longestByClock = Math.max(held.longestByClock, now.clock - last.clock)
  held.total += busy
  if (now.clock - lookedAt >= memoryInterval) {
    held.memory = Math.max(held.memory, process.memoryUsage.rss())
    lookedAt = now.clock
  }
  last = now
  setImmediate(round)
}

process.on('message', (message: unknown) => {
  const measured = held && { ...held, longestDelay: delays.max / 1e6 }
  held =
    message === 'begin'
      ? { longest: 0, longestByClock: 0, total: 0, longestDelay: 0, memory: process.memoryUsage.rss() }
      : undefined
  delays.reset()
  delays.enable()
  last = { processor: processorTime(), clock: performance.now() }
  if (held) setImmediate(round)
  process.send?.(measured ?? null)
})
// The channel must not keep the process alive.
process.channel?.unref()
