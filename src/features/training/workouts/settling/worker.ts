import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import { seconds } from '../../../../lib/quantities.js'
import { yieldToEventLoop } from '../../../../lib/event-loop.js'
import type { UnsettledStore } from './store.js'

/** Of what another instance works on is something settled more often. */
const patience = 5 * seconds
const sweptAtOnce = 100

interface Dependencies {
  unsettled: Pick<UnsettledStore, 'leftSince'>
  /** Settles a piece, in a transaction of its own. @returns whether something is left */
  settleMore(userId: string): Promise<boolean>
  background: BackgroundTasks
  clock: () => Date
}

/** Settles, piece by piece, what writes have left. Instances that work on the same person do each piece once. */
export function settlingWorker({ unsettled, settleMore, background, clock }: Dependencies) {
  const waiting = new Set<string>()
  let isWorking = false
  let isStopping = false

  async function settleAll(userId: string): Promise<void> {
    while (!isStopping && (await settleMore(userId))) await yieldToEventLoop()
  }

  /** @throws AggregateError of those of whom not all could be settled for now */
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    const failures: unknown[] = []
    // Those that come meanwhile are done, too.
    for (const userId of waiting) {
      waiting.delete(userId)
      await settleAll(userId).catch((error: unknown) => failures.push(error))
    }
    isWorking = false
    if (failures.length > 0) throw new AggregateError(failures, 'workouts could not be settled for now')
  }

  return {
    /** Has somebody's workouts settled in the background. */
    wake(userId: string): void {
      waiting.add(userId)
      background.run({ purpose: 'settle workouts' }, work)
    },

    /** Goes on with what crashes have left. */
    async sweep(): Promise<void> {
      const moment = new Date(clock().getTime() - patience)
      for (const userId of await unsettled.leftSince(moment, sweptAtOnce)) waiting.add(userId)
      await work()
    },

    /** What is left is settled after the next start. */
    stop: () => void (isStopping = true),
  }
}
