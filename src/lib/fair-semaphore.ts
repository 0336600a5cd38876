interface Options {
  /** The maximum number of concurrent tasks. */
  permits: number
  /** The maximum number of concurrent tasks with the same key. */
  permitsPerKey: number
}

/**
 * Limits the number of concurrent tasks. Keys take turns, so that many tasks with one key delay only each other.
 */
export function fairSemaphore({ permits, permitsPerKey }: Options) {
  let permitsInUse = 0
  const permitsInUseByKey = new Map<string, number>()
  /** The waiting tasks by key. The key whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()

  const canAcquire = (key: string) =>
    permitsInUse < permits && (permitsInUseByKey.get(key) ?? 0) < permitsPerKey

  function change(key: string, delta: 1 | -1): void {
    permitsInUse += delta
    const left = (permitsInUseByKey.get(key) ?? 0) + delta
    if (left > 0) permitsInUseByKey.set(key, left)
    else permitsInUseByKey.delete(key)
  }

  function admitNext(): void {
    for (const [key, queue] of waiting) {
      if (!canAcquire(key)) continue
      const admit = queue.shift()
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      change(key, 1)
      admit?.()
      return
    }
  }

  return {
    /** Returns the number of waiting tasks. */
    waiting: (): number => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),

    /** Runs the task as soon as a permit is available. */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (canAcquire(key)) change(key, 1)
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
