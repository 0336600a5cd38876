/**
 * Wraps work so that only one run is active at a time. Calls during a run cause exactly one more run after it.
 * @returns a promise that settles with the last run
 */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isRequested = false

  async function run(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await work()
    }
  }

  return () => {
    isRequested = true
    return (running ??= run().finally(() => (running = undefined)))
  }
}
