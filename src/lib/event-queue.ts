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

/** @param onEnd called once, when nobody will read any more */
export function eventQueue<T>(limit: number, onEnd: () => void): EventQueue<T> {
  const waiting: T[] = []
  let reader: PromiseWithResolvers<IteratorResult<T>> | undefined
  let state: 'open' | 'overflown' | 'ended' = 'open'
  const done: IteratorResult<T> = { done: true, value: undefined }

  function end(next: 'overflown' | 'ended'): void {
    if (state === 'open') onEnd()
    state = next
    waiting.length = 0
    reader?.resolve(done)
    reader = undefined
  }

  return {
    push(event) {
      if (state !== 'open') return
      if (reader) reader.resolve({ done: false, value: event })
      else if (waiting.length >= limit) end('overflown')
      else waiting.push(event)
      reader = undefined
    },

    async next() {
      const [event] = waiting.splice(0, 1)
      if (event !== undefined) return { done: false, value: event }
      if (state === 'overflown') {
        state = 'ended'
        throw new QueueOverflowError(limit)
      }
      if (state === 'ended') return done
      reader = withResolvers<IteratorResult<T>>()
      return reader.promise
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

interface PromiseWithResolvers<T> {
  promise: Promise<T>
  resolve(value: T): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>(settle => (resolve = settle))
  return { promise, resolve }
}
