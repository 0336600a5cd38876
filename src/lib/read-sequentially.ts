import type { EventQueue } from './event-queue.js'

/** Reads the items of each event, and the next event only after all items are consumed, so that memory stays small. */
export function readSequentially<T>(
  events: EventQueue<string>,
  read: (event: string) => Promise<T[]>,
): AsyncIterableIterator<T> {
  let batch: T[] = []
  let last: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<IteratorResult<T>> => {
    batch = []
    await events.return()
    return { done: true, value: undefined }
  }

  async function take(): Promise<IteratorResult<T>> {
    while (batch.length === 0) {
      const event = await events.next()
      if (event.done) return { done: true, value: undefined }
      try {
        batch = await read(event.value)
      } catch {
        return end()
      }
    }
    return { done: false, value: batch.shift() as T }
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
