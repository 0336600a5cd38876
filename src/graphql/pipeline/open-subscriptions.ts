import { rateLimited } from '../../errors.js'

/** Counts the open subscriptions of each owner. */
export function openSubscriptions(most: number) {
  const counts = new Map<string, number>()

  return {
    /** Of all owners. */
    count: () => [...counts.values()].reduce((sum, one) => sum + one, 0),

    /** @returns what ends it; to end it twice does no harm. @throws AppError RATE_LIMITED */
    open(owner: string): () => void {
      const count = counts.get(owner) ?? 0
      if (count >= most) throw rateLimited(`You already have ${most} open subscriptions. Close one first.`, 1)
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
