import type { ExecutionResult } from 'graphql'
import { rateLimited } from '../../errors.js'
import { QueueOverflowError } from '../../lib/event-queue.js'

interface Options<T> {
  /** Called before each result is requested. */
  onNext(): void
  format(result: ExecutionResult): T
  onEnd(): void
}

/** Formats each result. Unlike a generator, the iterator ends immediately when `return` is called. */
export function resultStream<T>(
  source: AsyncGenerator<ExecutionResult, void, void>,
  { onNext, format, onEnd }: Options<T>,
): AsyncIterableIterator<T> & { throw(error: unknown): Promise<never> } {
  const end = async (): Promise<IteratorResult<T>> => {
    onEnd()
    await source.return()
    return { done: true, value: undefined }
  }
  return {
    async next() {
      try {
        onNext()
        const { done, value } = await source.next()
        if (!done) return { done, value: format(value) }
        return await end()
      } catch (error) {
        await end()
        if (!(error instanceof QueueOverflowError)) throw error
        throw rateLimited('Events arrive faster than the client reads them.', 1)
      }
    },
    return: end,
    async throw(error) {
      await end()
      return Promise.reject(error)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
