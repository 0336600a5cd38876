import { Binary, ObjectId, type Filter } from 'mongodb'
import { days, seconds } from '../../../lib/quantities.js'
import { chunk } from '../../../lib/chunk.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import { findPage } from '../../../platform/database/find-page.js'
import { readInOrder } from '../../../platform/database/read-in-order.js'
import type { QueueState } from '../../../platform/database/queue-state.js'
import type {
  EventSubject,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookEvent,
} from './models.js'

interface WebhookDocument extends Entity {
  userId: ObjectId
  url: string
  events: WebhookEvent[]
  isEnabled: boolean
  disabledReason: WebhookDisabledReason | null
  /** The encrypted secret of the signatures. */
  sealedSecret: Binary
  /** When the first delivery failed since the last one that succeeded. */
  failingSince: Date | null
  createdAt: Date
}

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

export interface StoredWebhook extends Webhook {
  sealedSecret: Uint8Array
  failingSince: Date | null
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

export function webhookStore(database: Database) {
  const webhooks = database.collection<WebhookDocument>('webhooks', [
    { key: { userId: 1, createdAt: 1, _id: 1 } },
  ])
  const deliveries = database.collection<DeliveryDocument>('webhookDeliveries', [
    { key: { dueAt: 1 } },
    { key: { userId: 1, webhookId: 1, createdAt: -1, _id: -1 } },
    { key: { createdAt: 1 }, expireAfterSeconds: retention },
  ])
  const ownWebhook = (userId: string, id: string): Filter<WebhookDocument> => ({
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
  })
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
    async list(userId: string): Promise<StoredWebhook[]> {
      const found = await webhooks.find({ userId: new ObjectId(userId) }, { sort: { createdAt: 1, _id: 1 } })
      return found.map(toWebhook)
    },

    /** The webhook with the id, of any owner. */
    async findById(id: string): Promise<StoredWebhook | null> {
      const found = await webhooks.findOne({ _id: new ObjectId(id) })
      return found && toWebhook(found)
    },

    async find(userId: string, id: string): Promise<StoredWebhook | null> {
      // Concurrent reads are batched.
      const found = await webhooks.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toWebhook(found) : null
    },

    insert: ({ id, ownerId, sealedSecret, ...webhook }: StoredWebhook): Promise<void> =>
      webhooks.insertOne({
        _id: new ObjectId(id),
        userId: new ObjectId(ownerId),
        ...webhook,
        sealedSecret: new Binary(sealedSecret),
      }),

    async update(
      userId: string,
      id: string,
      change: Partial<
        Pick<WebhookDocument, 'url' | 'events' | 'isEnabled' | 'disabledReason' | 'failingSince'>
      >,
    ): Promise<void> {
      await webhooks.updateOne(ownWebhook(userId, id), { $set: change })
    },

    /** Records when the deliveries of an enabled webhook began to fail. */
    async markFailing(userId: string, id: string, since: Date): Promise<void> {
      await webhooks.updateOne(
        { ...ownWebhook(userId, id), isEnabled: true, failingSince: null },
        { $set: { failingSince: since } },
      )
    },

    /** @returns false if the user has no such webhook */
    async remove(userId: string, id: string): Promise<boolean> {
      return (await webhooks.deleteOne(ownWebhook(userId, id))) > 0
    },

    removeDeliveries: (userId: string, webhookId: string): Promise<void> =>
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

    async findDelivery(userId: string, id: string): Promise<ClaimedDelivery | null> {
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
    async *streamDeliveries(userId: string): AsyncGenerator<WebhookDelivery> {
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

    async erase(userId: string): Promise<void> {
      await deleteInChunks(webhooks, { userId: new ObjectId(userId) })
      await deleteInChunks(deliveries, { userId: new ObjectId(userId) })
    },
  }
}

export type WebhookStore = ReturnType<typeof webhookStore>

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

const toWebhook = ({ _id, userId, sealedSecret, ...webhook }: WebhookDocument): StoredWebhook => ({
  ...webhook,
  id: _id.toHexString(),
  ownerId: userId.toHexString(),
  sealedSecret: sealedSecret.value(),
})

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
