import { setTimeout as pause } from 'node:timers/promises'

/**
 * The present value at once, and again after each time something has happened. However often that is, between two
 * values there is a pause, and nothing waits but the last one.
 * @param read reads the present value
 * @param listen has the function called each time something happens, and returns what ends that
 * @param milliseconds the pause
 */
export function throttledUpdates<T>(
  read: () => Promise<T>,
  listen: (happened: () => void) => () => void,
  milliseconds: number,
): AsyncIterableIterator<T> {
  const ended = new AbortController()
  let isNews = true
  let wake: () => void = () => undefined
  let notBefore = 0
  const stop = listen(() => {
    isNews = true
    wake()
  })
  const done: IteratorResult<T> = { done: true, value: undefined }

  async function news(): Promise<void> {
    const early = notBefore - performance.now()
    if (early > 0) await pause(early, undefined, { signal: ended.signal }).catch(() => undefined)
    if (!isNews && !ended.signal.aborted) await new Promise<void>(resolve => (wake = resolve))
  }

  return {
    async next() {
      await news()
      if (ended.signal.aborted) return done
      isNews = false
      notBefore = performance.now() + milliseconds
      return { done: false, value: await read() }
    },
    async return() {
      if (!ended.signal.aborted) stop()
      ended.abort()
      wake()
      return done
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
