import type { QueueState } from '../../platform/database/queue-state.js'

export type QueueName = 'MAILS' | 'MAIL_REQUESTS' | 'PHOTO_VARIANTS' | 'ERASURES' | 'WEBHOOK_DELIVERIES'

export interface ServiceQueue extends QueueState {
  name: QueueName
}

export interface DailyActivity {
  /** In the format YYYY-MM-DD, in UTC. */
  date: string
  registrations: number
  logins: number
  failedLogins: number
}

/** The state of the service, and of the instance that answers. */
export interface ServiceStatus {
  version: string
  startedAt: Date
  heapUsedBytes: number
  heapLimitBytes: number
  isStorageReachable: boolean
}

/** The load of an instance in one minute. */
export interface InstanceMinute {
  at: Date
  requests: number
  /** Responses with the status 500 or above. */
  failedRequests: number
  /** Null without requests. */
  averageMilliseconds: number | null
  /** Null without requests. */
  slowestMilliseconds: number | null
  /** Null if it was not measured in the minute. */
  heapUsedBytes: number | null
  /** 0 to 1; null if it was not measured in the minute. */
  eventLoopUtilization: number | null
}
