import { eventQueue, type EventQueue } from '../../lib/event-queue.js'
import { piecesOf } from '../../lib/pieces.js'
import type { Events } from '../../platform/events/events.js'
import type { PersonalRecord } from './models.js'

/** How many records one event tells of at most. */
const announcedAtOnce = 100
/** How many events may wait for a slow reader: more than the largest sync makes. */
const queueLimit = 300

const id = /^[0-9a-f]{24}$/
const topic = (userId: string) => `records:${userId}`

/** Tells subscribers of records, on every instance. An event has their ids only: they are read when it is their turn. */
export function recordAnnouncements(
  events: Events,
  read: (userId: string, ids: readonly string[]) => Promise<PersonalRecord[]>,
) {
  return {
    /** @param ids in the order in which the records were achieved */
    publish(userId: string, ids: readonly string[]): void {
      for (const piece of piecesOf(ids, announcedAtOnce, () => 1))
        events.publish(topic(userId), piece.join(' '))
    },

    /** From now on, in the order in which they were achieved. A database that does not answer ends it. */
    subscribe(userId: string): AsyncIterableIterator<PersonalRecord> {
      const waiting = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), waiting.push)
      return readInTurn(waiting, async event => {
        const ids = event.split(' ').filter(word => id.test(word))
        return (await read(userId, ids.slice(0, announcedAtOnce))).reverse()
      })
    },
  }
}

export type RecordAnnouncements = ReturnType<typeof recordAnnouncements>

/** All that is read for each event, the next one when the last has been taken: so little waits for a slow reader. */
function readInTurn<T>(
  waiting: EventQueue<string>,
  read: (event: string) => Promise<T[]>,
): AsyncIterableIterator<T> {
  let known: T[] = []
  let last: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<IteratorResult<T>> => {
    known = []
    await waiting.return()
    return { done: true, value: undefined }
  }

  async function take(): Promise<IteratorResult<T>> {
    while (known.length === 0) {
      const event = await waiting.next()
      if (event.done) return { done: true, value: undefined }
      try {
        known = await read(event.value)
      } catch {
        return end()
      }
    }
    return { done: false, value: known.shift() as T }
  }

  return {
    next() {
      const result = last.then(take)
      last = result.catch(() => undefined)
      return result
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
