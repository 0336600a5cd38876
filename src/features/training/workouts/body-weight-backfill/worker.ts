import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import { seconds } from '../../../../lib/quantities.js'
import { yieldToEventLoop } from '../../../../lib/event-loop.js'
import type { BackfillStore } from './store.js'

/** A backfill that was updated within this time is in progress on another instance. */
const idleTime = 5 * seconds
const readBatchSize = 100

interface Dependencies {
  backfills: Pick<BackfillStore, 'findIdleSince'>
  /** Updates a limited number of workouts in a transaction of its own. @returns whether some remain */
  continueBackfill(userId: string): Promise<boolean>
  background: BackgroundTasks
  clock: () => Date
}

/** Completes pending backfills. Instances that work on the same user do not repeat each other's updates. */
export function backfillWorker({ backfills, continueBackfill, background, clock }: Dependencies) {
  const queue = new Set<string>()
  let isWorking = false
  let isStopping = false

  async function completeBackfill(userId: string): Promise<void> {
    while (!isStopping && (await continueBackfill(userId))) await yieldToEventLoop()
  }

  /** @throws AggregateError of the errors of backfills that failed */
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    const failures: unknown[] = []
    // The loop includes users who are added in the meantime.
    for (const userId of queue) {
      queue.delete(userId)
      await completeBackfill(userId).catch((error: unknown) => failures.push(error))
    }
    isWorking = false
    if (failures.length > 0)
      throw new AggregateError(failures, 'the body weights of some workouts could not be updated')
  }

  return {
    /** Completes the backfill of a user in the background. */
    start(userId: string): void {
      queue.add(userId)
      background.run({ purpose: 'backfill body weights' }, work)
    },

    /** Resumes backfills that were interrupted, for example by a crash. */
    async run(): Promise<void> {
      const idleSince = new Date(clock().getTime() - idleTime)
      for (const userId of await backfills.findIdleSince(idleSince, readBatchSize)) queue.add(userId)
      await work()
    },

    /** Pending backfills are resumed after the next start. */
    stop: () => void (isStopping = true),
  }
}
