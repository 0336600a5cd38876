import { createTurnQueue } from '../../../lib/event-loop.js'

/** The maximum time of decoding without yielding, in milliseconds. */
const maxDecodeTime = 5

/** Resolves in a turn of the event loop that no other result uses for decoding. */
export const waitForDecodingTurn = createTurnQueue()

/**
 * Creates a function that is called before each document of a result is decoded. It returns a promise to wait for if
 * decoding has taken too long, and nothing otherwise, because awaiting each document would take longer.
 */
export function createDecodingPause(): () => Promise<void> | undefined {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < maxDecodeTime) return undefined
    return waitForDecodingTurn().then(() => {
      startedAt = performance.now()
    })
  }
}
