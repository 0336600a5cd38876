/** Stops something synchronously: nothing is awaited while the process exits. */
type Cleanup = () => void

const cleanups: Cleanup[] = []

/** Registers a function to call when this process exits, for whatever reason. */
export function addCleanup(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/** Calls the registered functions, the latest first. */
export function runCleanups(): void {
  for (const cleanup of cleanups.splice(0).toReversed())
    try {
      cleanup()
    } catch (error) {
      console.error(error)
    }
}

process.on('exit', runCleanups)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
