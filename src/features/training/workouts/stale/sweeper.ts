import { minutes } from '../../../../lib/quantities.js'
import type { StaleStore } from './store.js'

/** Who has not come to an end by then has died. */
const patience = 10 * minutes

interface Dependencies {
  stale: StaleStore
  /** @returns whether it was done */
  rebuild(userId: string): Promise<boolean>
  clock: () => Date
}

/** Derives anew what is kept of those who trained before it was; one after the other, whatever instance does it. */
export function staleSweeper({ stale, rebuild, clock }: Dependencies) {
  let isStopping = false

  return {
    /** @throws AggregateError of those that failed; they are tried again later, as those who wrote all the time */
    async sweep(): Promise<void> {
      const failures: unknown[] = []
      while (!isStopping) {
        const now = clock()
        const userId = await stale.claim(now, new Date(now.getTime() + patience))
        if (userId === null) break
        const isDone = await rebuild(userId).catch((error: unknown) => void failures.push(error))
        if (isDone) await stale.erase(userId)
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} people's statistics could not be derived anew`)
    },

    /** What is left is done after the next start. */
    stop: () => void (isStopping = true),
  }
}
