/** Resolves in the next turn of the event loop, after pending I/O was processed. */
export const yieldToEventLoop = () => new Promise<void>(resolve => setImmediate(resolve))

/** The maximum time of work between two yields, in milliseconds. */
const maxWorkTime = 5
/** The number of items between two checks of the clock. */
const itemsPerCheck = 64

/** Awaited repeatedly by long work. Yields to the event loop if the work has run for longer than `maxWorkTime`. */
export type Yielder = () => Promise<void>

/** @param check called after each yield; its error aborts the work */
export function createYielder(check?: () => void): Yielder {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < maxWorkTime) return
    await yieldToEventLoop()
    check?.()
    startedAt = performance.now()
  }
}

/** Calls a function for each item and yields to the event loop regularly. */
export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const pause = createYielder()
  let done = 0
  for (const item of items) {
    work(item)
    if (++done % itemsPerCheck === 0) await pause()
  }
}

/** The number of texts that are sorted at a time. */
const sortChunkSize = 1000

/** Sorts texts and yields to the event loop regularly. */
export async function sortYielding(texts: readonly string[]): Promise<string[]> {
  const pause = createYielder()
  let runs: string[][] = []
  for (let index = 0; index < texts.length; index += sortChunkSize) {
    runs.push(texts.slice(index, index + sortChunkSize).sort())
    await pause()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      // Sorting two concatenated sorted lists takes linear time.
      merged.push((runs[index] ?? []).concat(runs[index + 1] ?? []).sort())
      await pause()
    }
    runs = merged
  }
  return runs[0] ?? []
}

/**
 * Returns a function that resolves for one caller per turn of the event loop, in the order of the calls. However many
 * operations start at once, other requests are served in between.
 */
export function createTurnQueue(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(yieldToEventLoop))
}
