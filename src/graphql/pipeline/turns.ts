import { setImmediate as nextRound } from 'node:timers/promises'

/**
 * Who awaits a turn goes on in a round of the event loop of its own, one after the other: however many operations come
 * at once, everybody else's requests are answered between them.
 */
export function turns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => (last = last.then(() => nextRound()))
}
