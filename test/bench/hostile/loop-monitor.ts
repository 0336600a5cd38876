/**
 * Loaded into the service's process: measures how long each round of its event loop keeps the main thread busy. What
 * counts is the thread's processor time, which other work of the machine does not change; where the system does not
 * tell it (Linux does, to a few milliseconds), that of the whole process.
 */
import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In milliseconds. */
export interface Held {
  /** The longest round. */
  longest: number
  /** The longest round by the clock. */
  longestByClock: number
  /** All rounds together. */
  total: number
  /** The longest delay of a timer, as `perf_hooks` measures it. */
  longestDelay: number
  /** The most resident memory, in bytes. */
  memory: number
}

const processorTime = ofMainThread() ?? ofProcess

function ofMainThread(): (() => number) | undefined {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    // Nanoseconds on a processor come first.
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
/** Milliseconds between two looks at the memory. */
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
// It is no reason to stay.
process.channel?.unref()
