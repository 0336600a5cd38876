import { minutes } from '../../../../lib/quantities.js'
import type { StatisticsRebuildStore } from './store.js'

/** The time after which the instance that claimed a rebuild is assumed to have crashed. */
const claimTimeout = 10 * minutes

interface Dependencies {
  rebuilds: StatisticsRebuildStore
  /** @returns false if the user wrote during each attempt */
  rebuild(userId: string): Promise<boolean>
  clock: () => Date
}

/** Rebuilds the statistics of users in the queue, one after the other. Several instances can share the queue. */
export function statisticsRebuildJob({ rebuilds, rebuild, clock }: Dependencies) {
  let isStopping = false

  return {
    /** Rebuilds that fail or are interrupted by writes are repeated later. @throws AggregateError of the failures */
    async run(): Promise<void> {
      const failures: unknown[] = []
      while (!isStopping) {
        const now = clock()
        const userId = await rebuilds.claim(now, new Date(now.getTime() + claimTimeout))
        if (userId === null) break
        const isDone = await rebuild(userId).catch((error: unknown) => void failures.push(error))
        if (isDone) await rebuilds.erase(userId)
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} rebuilds of statistics failed`)
    },

    /** The remaining rebuilds are done after the next start. */
    stop: () => void (isStopping = true),
  }
}
