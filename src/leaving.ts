// Imported before anything else, so that whoever changes their mind is heard while the rest is still being loaded.
const signals = ['SIGTERM', 'SIGINT'] as const

/** Before the service listens there is nothing to wait for: what a start writes, the next one finds or repeats. */
const leave = () => process.exit(0)

for (const signal of signals) process.on(signal, leave)

/** From now on these signals are somebody else's, who listens already: what comes while nobody does is lost. */
export function leaveNoMore(): void {
  for (const signal of signals) process.off(signal, leave)
}
