import { rateLimited } from '../../errors.js'

/** Counts the open subscriptions of each owner. */
export function openSubscriptions(limit: number) {
  const counts = new Map<string, number>()

  return {
    /** Returns the number of open subscriptions of all owners. */
    count: () => [...counts.values()].reduce((sum, one) => sum + one, 0),

    /** @returns an idempotent function that ends the subscription @throws AppError RATE_LIMITED */
    open(owner: string): () => void {
      const count = counts.get(owner) ?? 0
      if (count >= limit)
        throw rateLimited(`You already have ${limit} open subscriptions. Close one first.`, 1)
      counts.set(owner, count + 1)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        const left = (counts.get(owner) ?? 1) - 1
        if (left > 0) counts.set(owner, left)
        else counts.delete(owner)
      }
    },
  }
}
