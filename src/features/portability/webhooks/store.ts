import { Binary, ObjectId, type Filter } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { Webhook, WebhookDisabledReason, WebhookEvent } from './models.js'

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

export interface StoredWebhook extends Webhook {
  sealedSecret: Uint8Array
  failingSince: Date | null
}

export function webhookStore(database: Database) {
  const webhooks = database.collection<WebhookDocument>('webhooks', [
    { key: { userId: 1, createdAt: 1, _id: 1 } },
  ])
  const ownWebhook = (userId: string, id: string): Filter<WebhookDocument> => ({
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
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

    erase: (userId: string): Promise<void> => deleteInChunks(webhooks, { userId: new ObjectId(userId) }),
  }
}

export type WebhookStore = ReturnType<typeof webhookStore>

const toWebhook = ({ _id, userId, sealedSecret, ...webhook }: WebhookDocument): StoredWebhook => ({
  ...webhook,
  id: _id.toHexString(),
  ownerId: userId.toHexString(),
  sealedSecret: sealedSecret.value(),
})
