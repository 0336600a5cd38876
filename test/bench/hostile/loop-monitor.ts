/**
 * Loaded into the service's process: measures how long each turn of the event loop occupies the main thread, in the
 * thread's processor time, which does not depend on other load; where the system does not report it (Linux does, to a
 * few milliseconds), in that of the process.
 */
import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In milliseconds. */
export interface LoopUsage {
  /** Longest turn in processor time. */
  longest: number
  /** Longest turn in wall time. */
  longestWallTime: number
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

let usage: LoopUsage | undefined
let last = { processor: 0, clock: 0 }
const delays = monitorEventLoopDelay({ resolution: 1 })
/** Sampling interval of the memory, in milliseconds. */
const memoryInterval = 5
let lookedAt = 0

function round(): void {
  if (!usage) return
  const now = { processor: processorTime(), clock: performance.now() }
  const busy = now.processor - last.processor
  usage.longest = Math.max(usage.longest, busy)
  usage.longestWallTime = Math.max(usage.longestWallTime, now.clock - last.clock)
  usage.total += busy
  if (now.clock - lookedAt >= memoryInterval) {
    usage.memory = Math.max(usage.memory, process.memoryUsage.rss())
    lookedAt = now.clock
  }
  last = now
  setImmediate(round)
}

process.on('message', (message: unknown) => {
  const measured = usage && { ...usage, longestDelay: delays.max / 1e6 }
  usage =
    message === 'begin'
      ? { longest: 0, longestWallTime: 0, total: 0, longestDelay: 0, memory: process.memoryUsage.rss() }
      : undefined
  delays.reset()
  delays.enable()
  last = { processor: processorTime(), clock: performance.now() }
  if (usage) setImmediate(round)
  process.send?.(measured ?? null)
})
// The channel must not keep the process alive.
process.channel?.unref()
