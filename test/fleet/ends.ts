/** What ends something that was started, at once: nothing is awaited while the process exits. */
type End = () => void

const ends: End[] = []

/** Remembers what is to be ended, whatever becomes of this process. */
export function atEnd(end: End): void {
  ends.push(end)
}

/** Ends all that was started, the latest first. */
export function endAll(): void {
  for (const end of ends.splice(0).toReversed())
    try {
      end()
    } catch (error) {
      console.error(error)
    }
}

process.on('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
