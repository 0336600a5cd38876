import { eventQueue } from '../../../lib/event-queue.js'
import { chunk } from '../../../lib/chunk.js'
import { readSequentially } from '../../../lib/read-sequentially.js'
import type { Events } from '../../../platform/events/events.js'
import type { PersonalRecord } from './models.js'

const maxRecordsPerEvent = 100
/** The number of events that are queued for a slow subscriber, which is more than the largest sync publishes. */
const queueLimit = 300

const idPattern = /^[0-9a-f]{24}$/
const topic = (userId: string) => `records:${userId}`

/** Publishes new records to subscribers on every instance. Events contain only ids; subscribers read the records. */
export function recordAnnouncements(
  events: Events,
  read: (userId: string, ids: readonly string[]) => Promise<PersonalRecord[]>,
) {
  return {
    /** @param ids in the order in which the records were achieved */
    publish(userId: string, ids: readonly string[]): void {
      for (const batch of chunk(ids, maxRecordsPerEvent, () => 1))
        events.publish(topic(userId), batch.join(' '))
    },

    /** Yields records in the order in which they were achieved. The iterator ends if the database fails. */
    subscribe(userId: string): AsyncIterableIterator<PersonalRecord> {
      const queue = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), queue.push)
      return readSequentially(queue, async event => {
        const ids = event.split(' ').filter(word => idPattern.test(word))
        return (await read(userId, ids.slice(0, maxRecordsPerEvent))).reverse()
      })
    },
  }
}

export type RecordAnnouncements = ReturnType<typeof recordAnnouncements>
