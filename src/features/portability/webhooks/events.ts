import type { Database } from '../../../platform/database/database.js'
import type { Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { AnnouncedWrites } from '../../owned/write-listener.js'
import type { DeliveryStore } from './delivery-store.js'
import { webhookEventTypes, type EventSubject, type SubscribedEvent } from './models.js'
import type { WebhookStore } from './store.js'

/** The part of the head with the events of all enabled webhooks, so that other users' writes need no read. */
const headPart = 'webhookEvents'

interface Dependencies {
  store: Pick<WebhookStore, 'list'>
  deliveries: Pick<DeliveryStore, 'add'>
  owned: Pick<OwnedService, 'derive' | 'findMany'>
  database: Pick<Database, 'afterCommit'>
  /** Starts to deliver due messages. */
  wake(): void
  clock: () => Date
}

interface Event {
  eventType: SubscribedEvent
  subject: EventSubject
}

/** Queues messages about the events to which a user's webhooks subscribe. */
export function webhookEvents({ store, deliveries, owned, database, wake, clock }: Dependencies) {
  /** Queues the messages of the events to which webhooks subscribe, in the transaction of the write. */
  async function enqueue(userId: string, all: readonly Event[], head: Head): Promise<void> {
    const subscribed = subscribedEvents(head)
    const events = all.filter(({ eventType }) => subscribed.includes(eventType))
    if (events.length === 0) return
    const webhooks = (await store.list(userId)).filter(({ isEnabled }) => isEnabled)
    const now = clock()
    const added = events.flatMap(event =>
      webhooks
        .filter(webhook => webhook.events.includes(event.eventType))
        .map(webhook => ({ userId, webhook, ...event, now })),
    )
    if (added.length === 0) return
    await deliveries.add(added)
    database.afterCommit(wake)
  }

  return {
    /** Writes the events of all enabled webhooks to the head, in the transaction of a change of a webhook. */
    async updateHead(userId: string): Promise<void> {
      const enabled = (await store.list(userId)).filter(({ isEnabled }) => isEnabled)
      const events = [...new Set(enabled.flatMap(webhook => webhook.events))].sort()
      await owned.derive(userId, { head: { [headPart]: events.length > 0 ? events : null } })
    },

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
      await enqueue(userId, events, head)
    },

    onNewRecords: (userId: string, ids: readonly string[], head: Head): Promise<void> =>
      enqueue(userId, ids.map(unversioned('RECORD_SET')), head),

    onEarned: (userId: string, keys: readonly string[], head: Head): Promise<void> =>
      enqueue(userId, keys.map(unversioned('ACHIEVEMENT_EARNED')), head),
  }
}

export type WebhookEvents = ReturnType<typeof webhookEvents>

const subscribedEvents = ({ parts }: Pick<Head, 'parts'>): readonly SubscribedEvent[] => {
  const stored = (parts[headPart] ?? []) as readonly string[]
  return webhookEventTypes.filter(type => stored.includes(type))
}

const unversioned =
  (eventType: SubscribedEvent) =>
  (recordId: string): Event => ({ eventType, subject: { recordId, version: null } })
