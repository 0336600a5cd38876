import { performance } from 'node:perf_hooks'
import { minutes } from '../../lib/quantities.js'
import type { InstanceMinute } from './models.js'

const keptMinutes = 60

interface Minute {
  requests: number
  failedRequests: number
  totalDuration: number
  slowestDuration: number
  heapUsedBytes: number | null
  eventLoopUtilization: number | null
}

const emptyMinute = (): Minute => ({
  requests: 0,
  failedRequests: 0,
  totalDuration: 0,
  slowestDuration: 0,
  heapUsedBytes: null,
  eventLoopUtilization: null,
})

/** Keeps the load of this process in the last hour in memory. */
export function loadHistory(clock: () => Date) {
  const currentMinute = () => Math.floor(clock().getTime() / minutes)
  const firstMinute = currentMinute()
  const byMinute = new Map<number, Minute>()
  let lastUtilization = performance.eventLoopUtilization()

  function current(): Minute {
    const now = currentMinute()
    const found = byMinute.get(now)
    if (found) return found
    for (const minute of byMinute.keys()) if (minute <= now - keptMinutes) byMinute.delete(minute)
    const created = emptyMinute()
    byMinute.set(now, created)
    return created
  }

  return {
    /** @param duration in milliseconds */
    recordResponse(status: number, duration: number): void {
      const minute = current()
      minute.requests++
      if (status >= 500) minute.failedRequests++
      minute.totalDuration += duration
      minute.slowestDuration = Math.max(minute.slowestDuration, duration)
    },

    /** Records the memory, and the utilization of the event loop since the previous call. */
    async sample(): Promise<void> {
      const utilization = performance.eventLoopUtilization()
      const { utilization: share } = performance.eventLoopUtilization(utilization, lastUtilization)
      lastUtilization = utilization
      Object.assign(current(), { heapUsedBytes: process.memoryUsage().heapUsed, eventLoopUtilization: share })
    },

    /** Returns the minutes since the start, 60 at most, the earliest first. */
    read(): InstanceMinute[] {
      const last = currentMinute()
      const first = Math.max(firstMinute, last - keptMinutes + 1)
      return Array.from({ length: last - first + 1 }, (_, index) => {
        const { totalDuration, slowestDuration, ...minute } = byMinute.get(first + index) ?? emptyMinute()
        const hasRequests = minute.requests > 0
        return {
          at: new Date((first + index) * minutes),
          ...minute,
          averageMilliseconds: hasRequests ? totalDuration / minute.requests : null,
          slowestMilliseconds: hasRequests ? slowestDuration : null,
        }
      })
    },
  }
}

export type LoadHistory = ReturnType<typeof loadHistory>
