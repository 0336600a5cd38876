// Import this module before all others, so that a signal during the load of the service ends the process at once.
const signals = ['SIGTERM', 'SIGINT'] as const

/** Before the service listens, nothing has to be finished: the next start completes or repeats every write of this one. */
const exit = () => process.exit(0)

for (const signal of signals) process.on(signal, exit)

/** Call this after other handlers are installed: a signal without a handler is lost. */
export function removeExitHandlers(): void {
  for (const signal of signals) process.off(signal, exit)
}
