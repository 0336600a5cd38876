import { ObjectId, type Filter } from 'mongodb'
import { chunk } from '../../../lib/chunk.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import { days, seconds } from '../../../lib/quantities.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import { findPage } from '../../../platform/database/find-page.js'
import type { QueueState } from '../../../platform/database/queue-state.js'
import { readInOrder } from '../../../platform/database/read-in-order.js'
import type { EventSubject, Webhook, WebhookDelivery, WebhookDeliveryStatus, WebhookEvent } from './models.js'

interface DeliveryDocument extends Entity {
  userId: ObjectId
  webhookId: ObjectId
  /** The host and port, for the limit of concurrent deliveries. */
  host: string
  messageId: string
  eventType: WebhookEvent
  /** Null for a ping. */
  subject: EventSubject | null
  deliveryStatus: WebhookDeliveryStatus
  attemptCount: number
  /** The number of failures since the message was queued or replayed. */
  failureCount: number
  lastResponseStatus: number | null
  createdAt: Date
  /** The time of the next attempt; during an attempt, the time after which it counts as failed. Missing unless PENDING. */
  dueAt?: Date
}

/** A delivery that was claimed for an attempt. */
export interface ClaimedDelivery extends WebhookDelivery {
  userId: string
  webhookId: string
  host: string
  subject: EventSubject | null
  failureCount: number
}

interface NewDelivery {
  userId: string
  webhook: Pick<Webhook, 'id' | 'url'>
  eventType: WebhookEvent
  subject: EventSubject | null
  now: Date
}

/** Deliveries that must not be claimed, because their limits of concurrent deliveries are reached. */
interface Saturated {
  hosts: readonly string[]
  userIds: readonly string[]
}

interface Outcome {
  deliveryStatus: WebhookDeliveryStatus
  responseStatus: number | null
  failureCount: number
  /** Null unless the status is PENDING. */
  dueAt: Date | null
}

/** How long deliveries are kept. */
const retention = (30 * days) / seconds
const maxDeliveries = 1000
/** How many deliveries above the limit are deleted at once. */
const pruneSize = 50
const writeBatchSize = 250

export function deliveryStore(database: Database) {
  const deliveries = database.collection<DeliveryDocument>('webhookDeliveries', [
    { key: { dueAt: 1 } },
    { key: { userId: 1, webhookId: 1, createdAt: -1, _id: -1 } },
    { key: { createdAt: 1 }, expireAfterSeconds: retention },
  ])
  const ofWebhook = (userId: string, webhookId: string): Filter<DeliveryDocument> => ({
    userId: new ObjectId(userId),
    webhookId: new ObjectId(webhookId),
  })
  /** Matches the delivery only if no other instance has claimed it since. */
  const currentAttempt = ({ id, userId, attemptCount }: ClaimedDelivery): Filter<DeliveryDocument> => ({
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
    attemptCount,
    deliveryStatus: 'PENDING',
  })

  return {
    /** Deletes all deliveries of a webhook. */
    removeAll: (userId: string, webhookId: string): Promise<void> =>
      deleteInChunks(deliveries, ofWebhook(userId, webhookId)),

    /** Ends the pending deliveries of a webhook as failed. */
    async discardPending(userId: string, webhookId: string): Promise<void> {
      await deliveries.updateMany(
        { ...ofWebhook(userId, webhookId), deliveryStatus: 'PENDING' },
        { $set: { deliveryStatus: 'FAILED' }, $unset: { dueAt: true } },
      )
    },

    async add(added: readonly NewDelivery[]): Promise<WebhookDelivery[]> {
      const documents = added.map(toDocument)
      for (const batch of chunk(documents, writeBatchSize, () => 1))
        await deliveries.bulkWrite(batch.map(document => ({ insertOne: { document } })))
      return documents.map(toDelivery)
    },

    async find(userId: string, id: string): Promise<ClaimedDelivery | null> {
      const found = await deliveries.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toClaimed(found) : null
    },

    /** Queues a delivery again, with the full number of retries. */
    async requeue(userId: string, id: string, { host, now }: { host: string; now: Date }): Promise<void> {
      await deliveries.updateOne(
        { _id: new ObjectId(id), userId: new ObjectId(userId) },
        { $set: { host, deliveryStatus: 'PENDING', failureCount: 0, dueAt: now } },
      )
    },

    /** The latest first. @throws AppError BAD_USER_INPUT */
    async page(userId: string, webhookId: string, page: PageArguments): Promise<Page<WebhookDelivery, null>> {
      const filter = ofWebhook(userId, webhookId)
      const order = { field: 'createdAt', type: 'date', direction: -1 } as const
      return mapNodes(await findPage(deliveries, { filter, order, totalCount: null }, page), toDelivery)
    },

    /** Claims the delivery that has been due for longest, exclusively until the lease ends. */
    async claim(now: Date, leaseUntil: Date, saturated: Saturated): Promise<ClaimedDelivery | null> {
      const others = [
        ...saturated.hosts.map(host => ({ host: { $ne: host } })),
        ...saturated.userIds.map(userId => ({ userId: { $ne: new ObjectId(userId) } })),
      ]
      const due: Filter<DeliveryDocument> = { dueAt: { $lte: now } }
      const filter = others.length === 0 ? due : { ...due, $and: others }
      const sort = { dueAt: 1 } as const
      // Updates search without a pause. Often none is left but many of saturated users, which this finds out with pauses.
      if ((await deliveries.find(filter, { sort, limit: 1 })).length === 0) return null
      const claim = { $set: { dueAt: leaseUntil }, $inc: { attemptCount: 1 } }
      const found = await deliveries.findOneAndUpdate(filter, claim, { sort })
      return found && toClaimed(found)
    },

    async finish(delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
      const { deliveryStatus, failureCount, responseStatus, dueAt } = outcome
      const $set = { deliveryStatus, failureCount, lastResponseStatus: responseStatus }
      await deliveries.updateOne(
        currentAttempt(delivery),
        dueAt ? { $set: { ...$set, dueAt } } : { $set, $unset: { dueAt: true } },
      )
    },

    /** Deletes the oldest deliveries of a webhook above the limit. */
    async prune({ userId, webhookId }: ClaimedDelivery): Promise<void> {
      const filter = ofWebhook(userId, webhookId)
      const surplus = (await deliveries.countDocuments(filter)) - maxDeliveries
      if (surplus < pruneSize) return
      const oldest = await deliveries.find(filter, {
        sort: { createdAt: 1, _id: 1 },
        limit: surplus,
        projection: { userId: 1 },
      })
      for (const batch of chunk(oldest, pruneSize, () => 1))
        await deliveries.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } })
    },

    /** All deliveries of a user, in no particular order. */
    async *stream(userId: string): AsyncGenerator<WebhookDelivery> {
      const filter = { userId: new ObjectId(userId) }
      for await (const found of readInOrder(deliveries, { filter, sort: { _id: 1 }, batchSize: 100 }))
        yield toDelivery(found)
    },

    /** The state of the pending deliveries. */
    async state(): Promise<QueueState> {
      const pending: Filter<DeliveryDocument> = { dueAt: { $exists: true } }
      const [length, [oldest]] = await Promise.all([
        deliveries.countDocuments(pending),
        deliveries.find(pending, { sort: { createdAt: 1 }, limit: 1 }),
      ])
      // Failures of receivers are shown to the owners of the webhooks.
      return { length, oldestAt: oldest?.createdAt ?? null, lastFailure: null }
    },

    erase: (userId: string): Promise<void> => deleteInChunks(deliveries, { userId: new ObjectId(userId) }),
  }
}

export type DeliveryStore = ReturnType<typeof deliveryStore>

function toDocument({ userId, webhook, eventType, subject, now }: NewDelivery): DeliveryDocument {
  const _id = new ObjectId()
  return {
    _id,
    userId: new ObjectId(userId),
    webhookId: new ObjectId(webhook.id),
    host: new URL(webhook.url).host,
    messageId: `msg_${_id.toHexString()}`,
    eventType,
    subject,
    deliveryStatus: 'PENDING',
    attemptCount: 0,
    failureCount: 0,
    lastResponseStatus: null,
    createdAt: now,
    dueAt: now,
  }
}

const toDelivery = (document: DeliveryDocument): WebhookDelivery => ({
  id: document._id.toHexString(),
  messageId: document.messageId,
  eventType: document.eventType,
  deliveryStatus: document.deliveryStatus,
  attemptCount: document.attemptCount,
  lastResponseStatus: document.lastResponseStatus,
  createdAt: document.createdAt,
  nextAttemptAt: document.dueAt ?? null,
})

const toClaimed = (document: DeliveryDocument): ClaimedDelivery => ({
  ...toDelivery(document),
  userId: document.userId.toHexString(),
  webhookId: document.webhookId.toHexString(),
  host: document.host,
  subject: document.subject,
  failureCount: document.failureCount,
})
