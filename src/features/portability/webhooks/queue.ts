import { AsyncLocalStorage } from 'node:async_hooks'
import { coalesceRuns } from '../../../lib/coalesce-runs.js'
import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { deliveryAttempt, type AttemptDependencies } from './attempt.js'
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.js'

const maxAttempts = 32
const maxAttemptsPerHost = 2
const maxAttemptsPerUser = 4
/** An instance that holds a delivery for longer is considered dead. An attempt takes at most 10 seconds. */
const leaseDuration = 30 * seconds
/** How long a shutdown waits for attempts, and again after it has aborted them. */
const closeTimeout = 2 * seconds

interface Dependencies extends Omit<AttemptDependencies, 'signal'> {
  deliveries: DeliveryStore
}

/** Delivers queued messages. Several instances share the queue. */
export function deliveryQueue({ deliveries, meter, log, clock, ...sending }: Dependencies) {
  // Attempts must not run in the context of the request or the transaction that wakes the queue.
  const runWithoutContext = AsyncLocalStorage.snapshot()
  const closing = new AbortController()
  const attempt = deliveryAttempt({ ...sending, deliveries, meter, log, clock, signal: closing.signal })
  const running = new Map<ClaimedDelivery, Promise<void>>()
  let isOpen = true

  /** Starts attempts up to the limits. Each attempt that ends calls it again. */
  const fill = coalesceRuns(async () => {
    while (isOpen && running.size < maxAttempts) {
      const now = clock()
      const leaseUntil = new Date(now.getTime() + leaseDuration)
      const delivery = await deliveries.claim(now, leaseUntil, saturated())
      if (!delivery) return
      const ended: Promise<void> = attempt(delivery)
        .catch((err: unknown) => log.error({ err, deliveryId: delivery.id }, 'webhook delivery failed'))
        .then(() => {
          running.delete(delivery)
          return fill()
        })
        .catch(reportUnreadable)
      running.set(delivery, ended)
    }
  })

  const reportUnreadable = (err: unknown) => log.warn({ err }, 'the webhook queue cannot be read')

  function saturated() {
    const claimed = [...running.keys()]
    return {
      hosts: valuesReaching(
        maxAttemptsPerHost,
        claimed.map(({ host }) => host),
      ),
      userIds: valuesReaching(
        maxAttemptsPerUser,
        claimed.map(({ userId }) => userId),
      ),
    }
  }

  return {
    /** Starts to deliver due messages, without waiting for the attempts. */
    wake(): void {
      void runWithoutContext(fill).catch(reportUnreadable)
    },

    /** Delivers all due messages. */
    async deliverDue(): Promise<void> {
      await runWithoutContext(fill)
      while (running.size > 0) await Promise.all(running.values())
    },

    state: deliveries.state,

    /** Ends or aborts the attempts. Another instance repeats aborted ones, or this one after its next start. */
    async close(): Promise<void> {
      isOpen = false
      const ended = () => withDeadline(Promise.all(running.values()), closeTimeout).catch(() => undefined)
      await ended()
      closing.abort()
      await ended()
    },
  }
}

/** Returns the values that occur at least as often as the limit. */
function valuesReaching(limit: number, values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].flatMap(([value, times]) => (times >= limit ? [value] : []))
}
