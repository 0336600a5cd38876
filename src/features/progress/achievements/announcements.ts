import { eventQueue } from '../../../lib/event-queue.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { Head } from '../../owned/models.js'
import type { EarnedByKey } from './head-part.js'

/** The number of events that are queued for a slow subscriber. */
const queueLimit = 300

interface Dependencies {
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish' | 'listen'>
}

/** Called in the transaction of the change that earns achievements, except for imports and recalculations. */
type EarnedListener = (userId: string, keys: readonly string[], head: Head) => Promise<void>

/** Announces newly earned achievements to subscribers and listeners. */
export function achievementAnnouncements({ database, events }: Dependencies) {
  const topic = (userId: string) => `achievements:${userId}`
  const listeners: EarnedListener[] = []
  return {
    addListener(listener: EarnedListener): void {
      listeners.push(listener)
    },

    /** Publishes the achievements to the subscribers of the user after the commit. */
    publishAfterCommit(userId: string, earned: EarnedByKey): void {
      const keys = Object.keys(earned)
      if (keys.length > 0) database.afterCommit(() => events.publish(topic(userId), keys.join(' ')))
    },

    async notifyListeners(userId: string, earned: EarnedByKey, head: Head): Promise<void> {
      const keys = Object.keys(earned)
      if (keys.length > 0) for (const listener of listeners) await listener(userId, keys, head)
    },

    /** Yields the keys of achievements that were earned together, separated by spaces. */
    subscribe(userId: string) {
      const queue = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), queue.push)
      return queue
    },
  }
}

export type AchievementAnnouncements = ReturnType<typeof achievementAnnouncements>
