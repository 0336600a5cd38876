/**
 * Reads a value after each event. The iterator ends after the value null.
 * @param read reads the current value
 */
export function readAfterEach<T>(
  events: AsyncIterableIterator<unknown> & { return?(): Promise<IteratorResult<unknown>> },
  read: () => Promise<T | null>,
): AsyncIterableIterator<T | null> {
  const done: IteratorResult<T | null> = { done: true, value: undefined }
  const end = async () => {
    await events.return?.()
    return done
  }
  return {
    async next() {
      if ((await events.next()).done) return done
      const value = await read()
      if (value === null) await end()
      return { done: false, value }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
