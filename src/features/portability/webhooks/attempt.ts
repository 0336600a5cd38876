import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../../../lib/quantities.js'
import type { Meter } from '../../../platform/telemetry/meter.js'
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.js'
import type { EventSubject, WebhookDisabledReason, WebhookEvent } from './models.js'
import type { WebhookSender } from './sender.js'
import { signMessage } from './signature.js'
import type { StoredWebhook, WebhookStore } from './store.js'

/** The largest relative change of a pause. */
const jitter = 0.1

export interface AttemptDependencies {
  store: Pick<WebhookStore, 'find' | 'update' | 'markFailing'>
  deliveries: Pick<DeliveryStore, 'finish' | 'prune'>
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
  /** Aborts the attempts of an instance that stops. Another one repeats them. */
  signal: AbortSignal
}

/** Makes an attempt of a delivery, and stores its outcome. */
export function deliveryAttempt(dependencies: AttemptDependencies) {
  const { store, deliveries, send, secretOf, disable, retrySchedule, disableAfter } = dependencies
  const { meter, log, clock, random = Math.random, signal } = dependencies

  const count = (outcome: 'delivered' | 'postponed' | 'failed') =>
    meter.add('fitness_webhook_deliveries_total', { outcome })

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
      return await send({ url: webhook.url, headers, body }, signal)
    } catch (err) {
      log.info({ err, deliveryId: delivery.id }, 'webhook message not sent')
      return null
    }
  }

  /** Postpones the delivery or ends it after the last retry, and disables a webhook that fails for too long. */
  async function fail(
    { ownerId, id, failingSince }: StoredWebhook,
    delivery: ClaimedDelivery,
    status: number | null,
  ): Promise<void> {
    const pause = retrySchedule[delivery.failureCount]
    if (pause === undefined) await end(delivery, 'FAILED', status)
    else {
      count('postponed')
      await deliveries.finish(delivery, {
        deliveryStatus: 'PENDING',
        responseStatus: status,
        failureCount: delivery.failureCount + 1,
        dueAt: new Date(clock().getTime() + pause * (1 + jitter * (2 * random() - 1))),
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
    await deliveries.finish(delivery, { deliveryStatus, responseStatus, failureCount, dueAt: null })
  }

  return async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const { userId, webhookId } = delivery
    const webhook = await store.find(userId, webhookId)
    if (!webhook?.isEnabled) return end(delivery, 'FAILED', delivery.lastResponseStatus)
    const status = await post(webhook, delivery)
    if (signal.aborted && status === null) return
    if (status !== null && status >= 200 && status < 300) {
      await end(delivery, 'DELIVERED', status)
      if (webhook.failingSince !== null) await store.update(userId, webhookId, { failingSince: null })
    } else if (status === 410) {
      await end(delivery, 'FAILED', status)
      await disable(userId, webhookId, 'GONE')
    } else await fail(webhook, delivery, status)
    await deliveries.prune(delivery)
  }
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
