import { readFile, writeFile } from 'node:fs/promises'
import { MiB } from '../../src/lib/quantities.js'
import type { LoopUsage } from './hostile/loop-monitor.js'
import type { start } from './service.js'

type Service = Pick<Awaited<ReturnType<typeof start>>, 'ask' | 'pid'>

/** Module for `preload` that measures the event loop. */
export const monitor = new URL('hostile/loop-monitor.js', import.meta.url)

/**
 * Measures the cost of an operation in the service's process (Linux only): the peak growth of its memory, and the
 * longest turn of its event loop, in processor time and wall time.
 */
export async function costOf<T>({ ask, pid }: Service, work: () => Promise<T>) {
  // Resets the peak.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await memory(pid, 'VmRSS')
  await ask('begin')
  const began = performance.now()
  const result = await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const { longest, longestWallTime } = (await ask('end')) as LoopUsage
  const grown = (await memory(pid, 'VmHWM')) - before
  const cost = {
    ...{ seconds, memoryGrowthMiB: Math.round(grown / MiB) },
    ...{ loopBlockedMs: Math.round(longest), loopBlockedWallTimeMs: Math.round(longestWallTime) },
  }
  return { result, cost }
}

/** Memory in bytes. */
async function memory(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
}
