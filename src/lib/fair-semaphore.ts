interface Options {
  /** How many can be inside at a time. */
  permits: number
  /** How many with the same key can be inside at a time. */
  permitsPerKey: number
}

/**
 * Limits how much work goes on at a time. Work with different keys is let in by turns: whoever has much of it waits
 * behind it, and nobody else does.
 */
export function fairSemaphore({ permits: places, permitsPerKey: placesOfKey }: Options) {
  let taken = 0
  const takenBy = new Map<string, number>()
  /** By key, the key whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>()

  const isFree = (key: string) => taken < places && (takenBy.get(key) ?? 0) < placesOfKey

  function change(key: string, by: 1 | -1): void {
    taken += by
    const left = (takenBy.get(key) ?? 0) + by
    if (left > 0) takenBy.set(key, left)
    else takenBy.delete(key)
  }

  function admitNext(): void {
    for (const [key, queue] of waiting) {
      if (!isFree(key)) continue
      const admit = queue.shift()
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      change(key, 1)
      admit?.()
      return
    }
  }

  return {
    /** The number of works that wait. */
    waiting: (): number => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),

    /** Does the work as soon as there is a place for it. */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (isFree(key)) change(key, 1)
      else {
        const queue = waiting.get(key) ?? []
        waiting.set(key, queue)
        await new Promise<void>(admit => queue.push(admit))
      }
      try {
        return await work()
      } finally {
        change(key, -1)
        admitNext()
      }
    },
  }
}
