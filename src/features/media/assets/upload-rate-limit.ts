import type { CounterState, Counter } from '../../../platform/counters/counters.js'

/** Units that several counters count: an upload takes its units from all of them or from none. */
export function uploadRateLimit(counters: readonly Counter[]) {
  const giveBack = async (from: readonly Counter[], key: string, units: number): Promise<void> => {
    for (const counter of from) await counter.refund(key, units)
  }
  const refusal = async (counter: Counter, key: string): Promise<CounterState[]> => [
    { ...(await counter.peek(key)), allowed: false },
  ]

  return {
    /**
     * Takes the units.
     * @param held units taken before for the same thing, which go back where these are refused
     * @returns every count; where one has not enough left, that one alone, with nothing taken
     */
    async take(key: string, units: number, held = 0): Promise<CounterState[]> {
      const left = await Promise.all(counters.map(counter => counter.peek(key)))
      const short = counters.find((_, index) => (left[index]?.remaining ?? 0) < units)
      if (short) {
        await giveBack(counters, key, held)
        return refusal(short, key)
      }
      const counts: CounterState[] = []
      for (const [index, counter] of counters.entries()) {
        const count = await counter.consume(key, units)
        counts.push(count)
        if (count.allowed) continue
        // Another upload was quicker.
        await giveBack(counters.slice(0, index + 1), key, units)
        await giveBack(counters, key, held)
        return refusal(counter, key)
      }
      return counts
    },
  }
}

export type UploadRateLimit = ReturnType<typeof uploadRateLimit>
