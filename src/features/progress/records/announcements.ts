import { eventQueue } from '../../../lib/event-queue.js'
import { chunk } from '../../../lib/chunk.js'
import { readSequentially } from '../../../lib/read-sequentially.js'
import type { Events } from '../../../platform/events/events.js'
import type { PersonalRecord } from './models.js'

/** How many records one event tells of at most. */
const maxRecordsPerEvent = 100
/** How many events may wait for a slow reader: more than the largest sync makes. */
const queueLimit = 300

const idPattern = /^[0-9a-f]{24}$/
const topic = (userId: string) => `records:${userId}`

/** Tells subscribers of records, on every instance. An event has their ids only: they are read when it is their turn. */
export function recordAnnouncements(
  events: Events,
  read: (userId: string, ids: readonly string[]) => Promise<PersonalRecord[]>,
) {
  return {
    /** @param ids in the order in which the records were achieved */
    publish(userId: string, ids: readonly string[]): void {
      for (const piece of chunk(ids, maxRecordsPerEvent, () => 1))
        events.publish(topic(userId), piece.join(' '))
    },

    /** From now on, in the order in which they were achieved. A database that does not answer ends it. */
    subscribe(userId: string): AsyncIterableIterator<PersonalRecord> {
      const waiting = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), waiting.push)
      return readSequentially(waiting, async event => {
        const ids = event.split(' ').filter(word => idPattern.test(word))
        return (await read(userId, ids.slice(0, maxRecordsPerEvent))).reverse()
      })
    },
  }
}

export type RecordAnnouncements = ReturnType<typeof recordAnnouncements>
