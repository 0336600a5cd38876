/** Events for one reader, who may be slower than they come. */
export interface EventQueue<T> extends AsyncIterableIterator<T> {
  /** Adds an event; past the limit the queue fails instead of growing. */
  push(event: T): void
  /** Ends the iteration, whether or not everything was read. */
  return(): Promise<IteratorResult<T>>
}

/** The reader was too slow. */
export class QueueOverflowError extends Error {
  constructor(limit: number) {
    super(`More than ${limit} events wait to be read.`)
    this.name = 'QueueOverflowError'
  }
}

/**
 * @param limit events that may wait; one more and the reader gets a QueueOverflowError
 * @param onEnd called once, when nobody will read any more
 */
export function eventQueue<T>(limit: number, onEnd: () => void): EventQueue<T> {
  const waiting: T[] = []
  // Whoever asks several times at once is answered as often.
  const readers: ((result: IteratorResult<T>) => void)[] = []
  let state: 'open' | 'overflown' | 'ended' = 'open'
  const done: IteratorResult<T> = { done: true, value: undefined }

  function end(next: 'overflown' | 'ended'): void {
    const wasOpen = state === 'open'
    state = next
    waiting.length = 0
    for (const answer of readers.splice(0)) answer(done)
    if (wasOpen) onEnd()
  }

  return {
    push(event) {
      if (state !== 'open') return
      const answer = readers.shift()
      if (answer) answer({ done: false, value: event })
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
      return new Promise(answer => readers.push(answer))
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
