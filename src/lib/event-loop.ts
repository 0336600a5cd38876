/** Lets whatever waits be served. */
export const yieldToEventLoop = () => new Promise<void>(resolve => setImmediate(resolve))

/** Milliseconds of work after which others have their turn. */
const maxWorkTime = 5
/** Items between two looks at the clock. */
const itemsPerCheck = 64

/** To be awaited again and again by long work: lets whatever waits be served, if the work has gone on for a while. */
export type Yielder = () => Promise<void>

/** @param check called after each of them; what it throws ends the work */
export function createYielder(check?: () => void): Yielder {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < maxWorkTime) return
    await yieldToEventLoop()
    check?.()
    began = performance.now()
  }
}

/** Does the work for each item, with pauses. */
export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const pause = createYielder()
  let done = 0
  for (const item of items) {
    work(item)
    if (++done % itemsPerCheck === 0) await pause()
  }
}

/** Texts that are sorted without a pause. */
const sortChunkSize = 1000

/** Sorts texts with pauses. */
export async function sortYielding(texts: readonly string[]): Promise<string[]> {
  const pause = createYielder()
  let runs: string[][] = []
  for (let at = 0; at < texts.length; at += sortChunkSize) {
    runs.push(texts.slice(at, at + sortChunkSize).sort())
    await pause()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      // Two lists in order, one behind the other, are sorted in linear time.
      merged.push((runs[at] ?? []).concat(runs[at + 1] ?? []).sort())
      await pause()
    }
    runs = merged
  }
  return runs[0] ?? []
}

/**
 * Who awaits a turn goes on in a turn of the event loop of its own, one after the other: however many operations come
 * at once, everybody else's requests are answered between them.
 */
export function createTurnQueue(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(yieldToEventLoop))
}
