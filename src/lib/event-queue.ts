/** A bounded queue of events for one reader. */
export interface EventQueue<T> extends AsyncIterableIterator<T> {
  /** Adds an event. If the queue is full, it fails instead of growing. */
  push(event: T): void
  /** Ends the iteration and discards unread events. */
  return(): Promise<IteratorResult<T>>
}

/** The reader was too slow, so the queue exceeded its limit. */
export class QueueOverflowError extends Error {
  constructor(limit: number) {
    super(`More than ${limit} events wait to be read.`)
    this.name = 'QueueOverflowError'
  }
}

/**
 * @param limit the maximum number of unread events; beyond it, the reader receives a QueueOverflowError
 * @param onEnd called once, when the iteration has ended
 */
export function eventQueue<T>(limit: number, onEnd: () => void): EventQueue<T> {
  const waiting: T[] = []
  // A reader can call `next` several times without waiting.
  const readers: ((result: IteratorResult<T>) => void)[] = []
  let state: 'open' | 'overflown' | 'ended' = 'open'
  const done: IteratorResult<T> = { done: true, value: undefined }

  function end(next: 'overflown' | 'ended'): void {
    const wasOpen = state === 'open'
    state = next
    waiting.length = 0
    for (const resolveRead of readers.splice(0)) resolveRead(done)
    if (wasOpen) onEnd()
  }

  return {
    push(event) {
      if (state !== 'open') return
      const resolveRead = readers.shift()
      if (resolveRead) resolveRead({ done: false, value: event })
      else if (waiting.length < limit) waiting.push(event)
      else end('overflown')
    },

    async next() {
      if (waiting.length > 0) return { done: false, value: waiting.shift() as T }
      if (state === 'overflown') {
        state = 'ended'
        throw new QueueOverflowError(limit)
      }
      if (state === 'ended') return done
      return new Promise(resolveRead => readers.push(resolveRead))
    },

    async return() {
      end('ended')
      return done
    },

    [Symbol.asyncIterator]() {
      return this
    },
  }
}
