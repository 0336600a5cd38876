import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { coalesceRuns } from '../../../lib/coalesce-runs.js'
import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import type { Meter } from '../../../platform/telemetry/meter.js'
import type { EventSubject, WebhookDisabledReason, WebhookEvent } from './models.js'
import type { WebhookSender } from './sender.js'
import { signMessage } from './signature.js'
import type { ClaimedDelivery, StoredWebhook, WebhookStore } from './store.js'

const maxAttempts = 32
const maxAttemptsPerHost = 2
const maxAttemptsPerUser = 4
/** An instance that holds a delivery for longer is considered dead. An attempt takes at most 10 seconds. */
const leaseDuration = 30 * seconds
/** How long a shutdown waits for attempts, and again after it has aborted them. */
const closeTimeout = 2 * seconds
/** The largest relative change of a pause. */
const jitter = 0.1

interface Dependencies {
  store: WebhookStore
  send: WebhookSender
  secretOf(webhook: StoredWebhook): string
  disable(userId: string, webhookId: string, reason: WebhookDisabledReason): Promise<void>
  /** The pauses before further attempts, in milliseconds. */
  retrySchedule: readonly number[]
  /** How long all deliveries must have failed before a webhook is disabled, in milliseconds. */
  disableAfter: number
  meter: Meter
  log: FastifyBaseLogger
  clock: () => Date
  random?: () => number
}

/** Delivers queued messages. Several instances share the queue. */
export function deliveryQueue(dependencies: Dependencies) {
  const { store, send, secretOf, disable, retrySchedule, disableAfter, meter, log, clock } = dependencies
  const { random = Math.random } = dependencies
  // Attempts must not run in the context of the request or the transaction that wakes the queue.
  const runWithoutContext = AsyncLocalStorage.snapshot()
  const closing = new AbortController()
  const running = new Map<ClaimedDelivery, Promise<void>>()
  let isOpen = true

  const timeIn = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  /** Starts attempts up to the limits. Each attempt that ends calls it again. */
  const fill = coalesceRuns(async () => {
    while (isOpen && running.size < maxAttempts) {
      const delivery = await store.claim(clock(), timeIn(leaseDuration), saturated())
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

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const { userId, webhookId } = delivery
    const webhook = await store.find(userId, webhookId)
    if (!webhook?.isEnabled) return end(delivery, 'FAILED', delivery.lastResponseStatus)
    const status = await post(webhook, delivery)
    if (closing.signal.aborted && status === null) return
    if (status !== null && status >= 200 && status < 300) {
      await end(delivery, 'DELIVERED', status)
      if (webhook.failingSince !== null) await store.update(userId, webhookId, { failingSince: null })
    } else if (status === 410) {
      await end(delivery, 'FAILED', status)
      await disable(userId, webhookId, 'GONE')
    } else await fail(webhook, delivery, status)
    await store.prune(delivery)
  }

  /** Returns the status of the response; null if there is none. */
  async function post(webhook: StoredWebhook, delivery: ClaimedDelivery): Promise<number | null> {
    const body = bodyOf(webhook.ownerId, delivery)
    const timestamp = Math.floor(clock().getTime() / seconds)
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'fitness-training-service-webhooks',
        'webhook-id': delivery.messageId,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signMessage(secretOf(webhook), delivery.messageId, timestamp, body),
      }
      return await send({ url: webhook.url, headers, body }, closing.signal)
    } catch (err) {
      log.info({ err, deliveryId: delivery.id }, 'webhook message not sent')
      return null
    }
  }

  async function fail(
    { ownerId, id, failingSince }: StoredWebhook,
    delivery: ClaimedDelivery,
    status: number | null,
  ): Promise<void> {
    const pause = retrySchedule[delivery.failureCount]
    if (pause === undefined) await end(delivery, 'FAILED', status)
    else {
      count('postponed')
      await store.finish(delivery, {
        deliveryStatus: 'PENDING',
        responseStatus: status,
        failureCount: delivery.failureCount + 1,
        dueAt: timeIn(pause * (1 + jitter * (2 * random() - 1))),
      })
    }
    if (failingSince === null) await store.markFailing(ownerId, id, clock())
    else if (clock().getTime() - failingSince.getTime() >= disableAfter)
      await disable(ownerId, id, 'FAILURES')
  }

  async function end(
    delivery: ClaimedDelivery,
    deliveryStatus: 'DELIVERED' | 'FAILED',
    responseStatus: number | null,
  ): Promise<void> {
    count(deliveryStatus === 'DELIVERED' ? 'delivered' : 'failed')
    const { failureCount } = delivery
    await store.finish(delivery, { deliveryStatus, responseStatus, failureCount, dueAt: null })
  }

  const count = (outcome: 'delivered' | 'postponed' | 'failed') =>
    meter.add('fitness_webhook_deliveries_total', { outcome })

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

    state: store.state,

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

const bodyOf = (
  userId: string,
  {
    eventType,
    createdAt,
    subject,
  }: { eventType: WebhookEvent; createdAt: Date; subject: EventSubject | null },
): string =>
  JSON.stringify({
    type: eventType.toLowerCase().replace('_', '.'),
    timestamp: createdAt.toISOString(),
    data: { userId, recordId: subject?.recordId ?? null, version: subject?.version ?? null },
  })
