import { setTimeout as pause } from 'node:timers/promises'

/**
 * Yields the current value immediately, and again after changes. Values are at least `milliseconds` apart. Changes in
 * between result in one value.
 * @param read reads the current value
 * @param listen adds a listener for changes and returns a function that removes it
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
