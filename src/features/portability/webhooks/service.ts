import { conflict, notFound } from '../../../errors.js'
import { decrypt, encrypt } from '../../../lib/encryption.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { AuditService } from '../../people/audit/service.js'
import type { SecurityNotices } from '../../people/auth/mails/security-notices.js'
import type { StepUpService } from '../../people/auth/step-up/service.js'
import type { DeliveryStore } from './delivery-store.js'
import type { WebhookEvents } from './events.js'
import { readWebhook, type UrlRules } from './input.js'
import type { Webhook, WebhookDelivery, WebhookDisabledReason, WebhookDraft } from './models.js'
import { createSecret } from './signature.js'
import type { StoredWebhook, WebhookStore } from './store.js'

const maxWebhooks = 10

interface Dependencies {
  store: WebhookStore
  deliveries: DeliveryStore
  updateHead: WebhookEvents['updateHead']
  audit: Pick<AuditService, 'record'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  securityNotices: SecurityNotices
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** Starts to deliver due messages. */
  wake(): void
  /** The key that encrypts the secrets. */
  key: Buffer
  urlRules: UrlRules
  clock: () => Date
}

export function webhookService(dependencies: Dependencies) {
  const {
    store,
    deliveries,
    updateHead,
    audit,
    stepUp,
    securityNotices,
    database,
    wake,
    key,
    urlRules,
    clock,
  } = dependencies

  /** @throws AppError NOT_FOUND, CONFLICT */
  async function findEnabled(userId: string, id: string): Promise<StoredWebhook> {
    const webhook = await store.find(userId, id)
    if (!webhook) throw notFound('webhook')
    if (!webhook.isEnabled) throw conflict('The webhook is disabled. Enable it first.')
    return webhook
  }

  return {
    list: (userId: string): Promise<Webhook[]> => store.list(userId),
    find: (userId: string, id: string): Promise<Webhook | null> => store.find(userId, id),

    /** @throws AppError NOT_FOUND */
    async getDelivery(userId: string, id: string): Promise<WebhookDelivery> {
      const delivery = await deliveries.find(userId, id)
      if (!delivery) throw notFound('delivery')
      return delivery
    },

    /** The deliveries of a webhook, latest first. @throws AppError BAD_USER_INPUT */
    deliveries: ({ ownerId, id }: Webhook, page: PageArguments): Promise<Page<WebhookDelivery, null>> =>
      deliveries.page(ownerId, id, page),

    exportDeliveries: deliveries.stream,

    /**
     * Creates or changes a webhook. @returns the secret of a new one
     * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED, BAD_USER_INPUT, CONFLICT
     */
    async save(
      viewer: Pick<Viewer, 'id' | 'sessionId'>,
      draft: WebhookDraft,
      client: Client,
    ): Promise<{ webhook: Webhook; secret: string | null }> {
      const { id, url, events, isEnabled } = readWebhook(draft, urlRules)
      const secret = createSecret()
      const sealedSecret = encrypt(key, secret)
      const userId = viewer.id
      return database.transaction(userId, async () => {
        await stepUp.assertRecent(viewer)
        const change = { url, events: [...events], isEnabled, disabledReason: null, failingSince: null }
        const existing = await store.findById(id)
        if (existing && existing.ownerId !== userId)
          throw conflict('The identifier is taken. Create a new one.')
        const created = { id, ownerId: userId, ...change, createdAt: clock() }
        if (existing) {
          await store.update(userId, id, change)
          if (!isEnabled) await deliveries.discardPending(userId, id)
        } else {
          if ((await store.list(userId)).length >= maxWebhooks)
            throw conflict(`You already have ${maxWebhooks} webhooks. Delete one first.`)
          await store.insert({ ...created, sealedSecret })
        }
        await updateHead(userId)
        await audit.record({ actor: userId, subject: userId, action: 'WEBHOOK_SAVED', client })
        return existing ? { webhook: { ...existing, ...change }, secret: null } : { webhook: created, secret }
      })
    },

    /** @throws AppError BAD_USER_INPUT, NOT_FOUND */
    async remove(userId: string, draft: { id: string }, client: Client): Promise<string> {
      const id = inputReader(draft, 'input').id('id')
      await database.transaction(userId, async () => {
        if (!(await store.remove(userId, id))) throw notFound('webhook')
        await deliveries.removeAll(userId, id)
        await updateHead(userId)
        await audit.record({ actor: userId, subject: userId, action: 'WEBHOOK_DELETED', client })
      })
      return id
    },

    /** Queues a ping. @throws AppError BAD_USER_INPUT, NOT_FOUND, CONFLICT */
    async test(userId: string, draft: { id: string }): Promise<WebhookDelivery | null> {
      const id = inputReader(draft, 'input').id('id')
      return database.transaction(userId, async () => {
        const webhook = await findEnabled(userId, id)
        const [delivery = null] = await deliveries.add([
          { userId, webhook, eventType: 'PING', subject: null, now: clock() },
        ])
        database.afterCommit(wake)
        return delivery
      })
    },

    /** Queues the message of a delivery again. @throws AppError BAD_USER_INPUT, NOT_FOUND, CONFLICT */
    async replay(userId: string, draft: { id: string }): Promise<WebhookDelivery | null> {
      const id = inputReader(draft, 'input').id('id')
      return database.transaction(userId, async () => {
        const delivery = await deliveries.find(userId, id)
        if (!delivery) throw notFound('delivery')
        const { url } = await findEnabled(userId, delivery.webhookId)
        await deliveries.requeue(userId, id, { host: new URL(url).host, now: clock() })
        database.afterCommit(wake)
        return deliveries.find(userId, id)
      })
    },

    /** Disables a webhook because of its responses, and notifies its owner. */
    async disable(userId: string, id: string, reason: WebhookDisabledReason): Promise<void> {
      await database.transaction(userId, async () => {
        const webhook = await store.find(userId, id)
        if (!webhook?.isEnabled) return
        await store.update(userId, id, { isEnabled: false, disabledReason: reason, failingSince: null })
        await deliveries.discardPending(userId, id)
        await updateHead(userId)
        await audit.record({ actor: null, subject: userId, action: 'WEBHOOK_DISABLED', client: null })
        await securityNotices.enqueue(userId, 'WEBHOOK_DISABLED', null, new URL(webhook.url).host)
      })
    },

    secretOf: ({ sealedSecret }: Pick<StoredWebhook, 'sealedSecret'>): string => decrypt(key, sealedSecret),
  }
}

export type WebhookService = ReturnType<typeof webhookService>
