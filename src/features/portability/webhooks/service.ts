import { isIP } from 'node:net'
import { badUserInputAt, conflict, notFound } from '../../../errors.js'
import { decrypt, encrypt } from '../../../lib/encryption.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { Client, Viewer } from '../../../viewer.js'
import type { Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { AnnouncedWrites } from '../../owned/write-listener.js'
import type { AuditService } from '../../people/audit/service.js'
import type { SecurityNotices } from '../../people/auth/mails/security-notices.js'
import type { StepUpService } from '../../people/auth/step-up/service.js'
import { isPublicAddress } from './addresses.js'
import {
  webhookEventTypes,
  type EventSubject,
  type SubscribedEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookDisabledReason,
  type WebhookDraft,
} from './models.js'
import { createSecret } from './signature.js'
import type { StoredWebhook, WebhookStore } from './store.js'

const maxWebhooks = 10
const maxUrlLength = 2000
/** Ports below that are used by other protocols than HTTP. */
const firstFreePort = 1024
const commonPorts = ['', '80', '443']
/** The part of the head with the events of all enabled webhooks, so that other users' writes need no read. */
const headPart = 'webhookEvents'

interface Dependencies {
  store: WebhookStore
  owned: Pick<OwnedService, 'derive' | 'findMany'>
  audit: Pick<AuditService, 'record'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  securityNotices: SecurityNotices
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** Starts to deliver due messages. */
  wake(): void
  /** The key that encrypts the secrets. */
  key: Buffer
  allowHttp: boolean
  allowPrivateAddresses: boolean
  clock: () => Date
}

interface Event {
  eventType: SubscribedEvent
  subject: EventSubject
}

export function webhookService(dependencies: Dependencies) {
  const { store, owned, audit, stepUp, securityNotices, database, wake, key, clock } = dependencies

  /** Writes the events of all enabled webhooks to the head, in the transaction of a change of a webhook. */
  async function updateHead(userId: string): Promise<void> {
    const enabled = (await store.list(userId)).filter(({ isEnabled }) => isEnabled)
    const events = [...new Set(enabled.flatMap(webhook => webhook.events))].sort()
    await owned.derive(userId, { head: { [headPart]: events.length > 0 ? events : null } })
  }

  /** Queues the messages of events, in the transaction of the write. */
  async function enqueue(userId: string, events: readonly Event[]): Promise<void> {
    const webhooks = (await store.list(userId)).filter(({ isEnabled }) => isEnabled)
    const now = clock()
    const added = events.flatMap(event =>
      webhooks
        .filter(webhook => webhook.events.includes(event.eventType))
        .map(webhook => ({ userId, webhook, ...event, now })),
    )
    if (added.length === 0) return
    await store.add(added)
    database.afterCommit(wake)
  }

  /** @throws AppError NOT_FOUND, CONFLICT */
  async function findEnabled(userId: string, id: string): Promise<StoredWebhook> {
    const webhook = await store.find(userId, id)
    if (!webhook) throw notFound('webhook')
    if (!webhook.isEnabled) throw conflict('The webhook is disabled. Enable it first.')
    return webhook
  }

  /** @throws AppError BAD_USER_INPUT */
  function readDraft(draft: WebhookDraft): Required<WebhookDraft> {
    const id = inputReader(draft, 'input').id('id')
    const events = [...new Set(draft.events)]
    if (events.length === 0) throw badUserInputAt('input.events', 'must contain at least one event.')
    const ping = events.findIndex(event => event === 'PING')
    if (ping >= 0) throw badUserInputAt(`input.events[${ping}]`, 'must not be PING: use testWebhook.')
    return { id, url: readUrl(draft.url, dependencies), events, isEnabled: draft.isEnabled ?? true }
  }

  return {
    list: (userId: string): Promise<Webhook[]> => store.list(userId),

    find: (userId: string, id: string): Promise<Webhook | null> => store.find(userId, id),

    /** @throws AppError NOT_FOUND */
    async getDelivery(userId: string, id: string): Promise<WebhookDelivery> {
      const delivery = await store.findDelivery(userId, id)
      if (!delivery) throw notFound('delivery')
      return delivery
    },

    /** The deliveries of a webhook, latest first. @throws AppError BAD_USER_INPUT */
    deliveries: ({ ownerId, id }: Webhook, page: PageArguments): Promise<Page<WebhookDelivery, null>> =>
      store.page(ownerId, id, page),

    exportDeliveries: store.streamDeliveries,

    /**
     * Creates or changes a webhook. @returns the secret of a new one
     * @throws AppError UNAUTHENTICATED, STEP_UP_REQUIRED, BAD_USER_INPUT, CONFLICT
     */
    async save(
      viewer: Pick<Viewer, 'id' | 'sessionId'>,
      draft: WebhookDraft,
      client: Client,
    ): Promise<{ webhook: Webhook; secret: string | null }> {
      const { id, url, events, isEnabled } = readDraft(draft)
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
          if (!isEnabled) await store.discardPending(userId, id)
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
        await store.removeDeliveries(userId, id)
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
        const [delivery = null] = await store.add([
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
        const delivery = await store.findDelivery(userId, id)
        if (!delivery) throw notFound('delivery')
        const { url } = await findEnabled(userId, delivery.webhookId)
        await store.requeue(userId, id, { host: new URL(url).host, now: clock() })
        database.afterCommit(wake)
        return store.findDelivery(userId, id)
      })
    },

    /** Disables a webhook because of its responses, and notifies its owner. */
    async disable(userId: string, id: string, reason: WebhookDisabledReason): Promise<void> {
      await database.transaction(userId, async () => {
        const webhook = await store.find(userId, id)
        if (!webhook?.isEnabled) return
        await store.update(userId, id, { isEnabled: false, disabledReason: reason, failingSince: null })
        await store.discardPending(userId, id)
        await updateHead(userId)
        await audit.record({ actor: null, subject: userId, action: 'WEBHOOK_DISABLED', client: null })
        await securityNotices.enqueue(userId, 'WEBHOOK_DISABLED', null, new URL(webhook.url).host)
      })
    },

    secretOf: ({ sealedSecret }: Pick<StoredWebhook, 'sealedSecret'>): string => decrypt(key, sealedSecret),

    /** Queues the messages about written workouts and enrollments. */
    async onWrite(userId: string, { type, records, patched, head }: AnnouncedWrites): Promise<void> {
      if (subscribedEvents(head).length === 0) return
      const events = records.flatMap(({ id, version, isDeleted }): Event[] => {
        const subject = { recordId: id, version }
        if (type === 'WORKOUT')
          return [{ eventType: isDeleted ? 'WORKOUT_DELETED' : 'WORKOUT_SAVED', subject }]
        return type === 'ENROLLMENT' ? [{ eventType: 'ENROLLMENT_CHANGED', subject }] : []
      })
      const patchedIds = patched.filter(patch => patch.type === 'ENROLLMENT').map(({ id }) => id)
      const progressed =
        patchedIds.length > 0 ? await owned.findMany(userId, patchedIds) : new Map<string, never>()
      for (const [recordId, { version }] of progressed)
        events.push({ eventType: 'ENROLLMENT_CHANGED', subject: { recordId, version } })
      await enqueueSubscribed(userId, events, head)
    },

    onNewRecords: (userId: string, ids: readonly string[], head: Head): Promise<void> =>
      enqueueSubscribed(userId, ids.map(unversioned('RECORD_SET')), head),

    onEarned: (userId: string, keys: readonly string[], head: Head): Promise<void> =>
      enqueueSubscribed(userId, keys.map(unversioned('ACHIEVEMENT_EARNED')), head),
  }

  async function enqueueSubscribed(userId: string, events: readonly Event[], head: Head): Promise<void> {
    const subscribed = subscribedEvents(head)
    const relevant = events.filter(({ eventType }) => subscribed.includes(eventType))
    if (relevant.length > 0) await enqueue(userId, relevant)
  }
}

export type WebhookService = ReturnType<typeof webhookService>

const subscribedEvents = ({ parts }: Pick<Head, 'parts'>): readonly SubscribedEvent[] => {
  const stored = (parts[headPart] ?? []) as readonly string[]
  return webhookEventTypes.filter(type => stored.includes(type))
}

const unversioned =
  (eventType: SubscribedEvent) =>
  (recordId: string): Event => ({ eventType, subject: { recordId, version: null } })

/** @throws AppError BAD_USER_INPUT */
function readUrl(
  text: string,
  { allowHttp, allowPrivateAddresses }: Pick<Dependencies, 'allowHttp' | 'allowPrivateAddresses'>,
): string {
  const refuse = (problem: string) => badUserInputAt('input.url', problem)
  if (text.length > maxUrlLength) throw refuse(`must have at most ${maxUrlLength} characters.`)
  if (!URL.canParse(text)) throw refuse('must be a URL, such as https://example.com/webhook.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw refuse('must begin with https://.')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or a password.')
  if (!commonPorts.includes(url.port) && Number(url.port) < firstFreePort)
    throw refuse('must have the port 80 or 443, or one from 1024.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(hostname) === 0 ? /(^|\.)localhost\.?$/.test(hostname) : !isPublicAddress(hostname)
  if (isPrivate && !allowPrivateAddresses) throw refuse('must have a public address.')
  url.hash = ''
  return url.href
}
