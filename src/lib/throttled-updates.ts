import { setTimeout as pause } from 'node:timers/promises'

/**
 * Yields the current value immediately, and again after changes. Values are at least `milliseconds` apart. Changes in
 * between result in one value.
 * @param read reads the current value
 * @param listen adds a listener for changes and returns a function that removes it
 */
export function throttledUpdates<T>(
  read: () => Promise<T>,
  listen: (onChange: () => void) => () => void,
  milliseconds: number,
): AsyncIterableIterator<T> {
  const ended = new AbortController()
  let hasChanged = true
  let wake: () => void = () => undefined
  let notBefore = 0
  const stop = listen(() => {
    hasChanged = true
    wake()
  })
  const done: IteratorResult<T> = { done: true, value: undefined }

  async function waitForChange(): Promise<void> {
    const delay = notBefore - performance.now()
    if (delay > 0) await pause(delay, undefined, { signal: ended.signal }).catch(() => undefined)
    if (!hasChanged && !ended.signal.aborted) await new Promise<void>(resolve => (wake = resolve))
  }

  return {
    async next() {
      await waitForChange()
      if (ended.signal.aborted) return done
      hasChanged = false
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
