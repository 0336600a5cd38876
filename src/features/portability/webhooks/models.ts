export const webhookEventTypes = [
  'WORKOUT_SAVED',
  'WORKOUT_DELETED',
  'RECORD_SET',
  'ACHIEVEMENT_EARNED',
  'ENROLLMENT_CHANGED',
] as const

/** The events that a webhook can subscribe to. */
export type SubscribedEvent = (typeof webhookEventTypes)[number]

export type WebhookEvent = SubscribedEvent | 'PING'

export type WebhookDisabledReason = 'FAILURES' | 'GONE'

export type WebhookDeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED'

export interface Webhook {
  id: string
  ownerId: string
  url: string
  events: WebhookEvent[]
  isEnabled: boolean
  disabledReason: WebhookDisabledReason | null
  createdAt: Date
}

/** The record that an event is about. */
export interface EventSubject {
  recordId: string
  /** Null for records without versions. */
  version: number | null
}

export interface WebhookDelivery {
  id: string
  messageId: string
  eventType: WebhookEvent
  deliveryStatus: WebhookDeliveryStatus
  attemptCount: number
  lastResponseStatus: number | null
  createdAt: Date
  nextAttemptAt: Date | null
}

/** The input of `saveWebhook`. */
export interface WebhookDraft {
  id: string
  url: string
  events: readonly WebhookEvent[]
  /** True by default. */
  isEnabled?: boolean
}
