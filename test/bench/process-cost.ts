import { readFile, writeFile } from 'node:fs/promises'
import { MiB } from '../../src/lib/quantities.js'
import type { Held } from './hostile/loop-monitor.js'
import type { start } from './service.js'

type Service = Pick<Awaited<ReturnType<typeof start>>, 'ask' | 'pid'>

/** For the `preload` of a service whose costs are to be told. */
export const monitor = new URL('hostile/loop-monitor.js', import.meta.url)

/**
 * What some work costs the service's process (Linux only): how much its memory grows at its peak, and how long a round
 * of its event loop lasts, in time of the processor and by the clock.
 */
export async function costOf<T>({ ask, pid }: Service, work: () => Promise<T>) {
  // From now on the peak is counted anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await memory(pid, 'VmRSS')
  await ask('begin')
  const began = performance.now()
  const result = await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const { longest, longestByClock } = (await ask('end')) as Held
  const grown = (await memory(pid, 'VmHWM')) - before
  const cost = {
    ...{ seconds, moreMemoryMiB: Math.round(grown / MiB) },
    ...{ loopHeldMs: Math.round(longest), loopHeldByClockMs: Math.round(longestByClock) },
  }
  return { result, cost }
}

/** In bytes. */
async function memory(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
}
