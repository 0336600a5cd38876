import type { CounterState, Counter } from '../../../platform/counters/counters.js'

/** Counts the units of uploads in several counters. An upload consumes its units in all of them or in none. */
export function uploadRateLimit(counters: readonly Counter[]) {
  const refund = async (counters: readonly Counter[], key: string, units: number): Promise<void> => {
    for (const counter of counters) await counter.refund(key, units)
  }
  const rejectedBy = async (counter: Counter, key: string): Promise<CounterState[]> => [
    { ...(await counter.peek(key)), allowed: false },
  ]

  return {
    /**
     * Consumes the units.
     * @param alreadyConsumed units that were consumed before for the same upload; they are refunded if these are rejected
     * @returns the states of all counters, or only that of the counter without enough units left; then nothing is consumed
     */
    async consume(key: string, units: number, alreadyConsumed = 0): Promise<CounterState[]> {
      const states = await Promise.all(counters.map(counter => counter.peek(key)))
      const exhausted = counters.find((_, index) => (states[index]?.remaining ?? 0) < units)
      if (exhausted) {
        await refund(counters, key, alreadyConsumed)
        return rejectedBy(exhausted, key)
      }
      const counts: CounterState[] = []
      for (const [index, counter] of counters.entries()) {
        const count = await counter.consume(key, units)
        counts.push(count)
        if (count.allowed) continue
        // A concurrent upload has consumed the units.
        await refund(counters.slice(0, index + 1), key, units)
        await refund(counters, key, alreadyConsumed)
        return rejectedBy(counter, key)
      }
      return counts
    },
  }
}

export type UploadRateLimit = ReturnType<typeof uploadRateLimit>
