/**
 * Work of which one run is under way at a time. Asked for during a run, it is done once more after it, however often
 * it was asked for.
 * @returns resolves, or fails, with the run that begins last
 */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isWanted = false

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await work()
    }
  }

  return () => {
    isWanted = true
    return (running ??= run().finally(() => (running = undefined)))
  }
}
