import { eventQueue } from '../../lib/event-queue.js'
import type { Events } from '../../platform/events/events.js'
import type { PersonalRecord } from './models.js'

/** How many records one event tells of at most, and how many may wait for a slow reader. */
export const announcedAtOnce = 100
const queueLimit = 10 * announcedAtOnce

const id = /^[0-9a-f]{24}$/
const topic = (userId: string) => `records:${userId}`

/** Tells subscribers of records, on every instance. An event has their ids only: they are read when it arrives. */
export function recordAnnouncements(
  events: Events,
  read: (userId: string, ids: readonly string[]) => Promise<PersonalRecord[]>,
) {
  return {
    publish(userId: string, ids: readonly string[]): void {
      if (ids.length > 0) events.publish(topic(userId), ids.slice(0, announcedAtOnce).join(' '))
    },

    /** From now on, in the order in which they were achieved. A database that does not answer ends it. */
    subscribe(userId: string): AsyncIterableIterator<PersonalRecord> {
      const queue = eventQueue<PersonalRecord>(queueLimit, () => stop())
      let last = Promise.resolve()
      const stop = events.listen(topic(userId), event => {
        const ids = event.split(' ').filter(word => id.test(word))
        last = last
          .then(async () => {
            const records = await read(userId, ids.slice(0, announcedAtOnce))
            for (const record of records.reverse()) queue.push(record)
          })
          .catch(async () => {
            await queue.return()
          })
      })
      return queue
    },
  }
}

export type RecordAnnouncements = ReturnType<typeof recordAnnouncements>
