import { DeadlineError, withDeadline } from './deadline.js'

interface Options {
  /** How long something may take, in milliseconds. */
  timeout: number
  /** How long to wait before the next probe, in milliseconds. */
  probeInterval: number
  /** Resolves when what had stopped to answer does so again. */
  probe(): Promise<unknown>
}

/** What is asked did not answer lately, so it was not asked. */
export class OpenCircuitError extends Error {
  constructor() {
    super('it did not answer lately')
    this.name = 'OpenCircuitError'
  }
}

/**
 * Keeps callers from waiting for what does not answer: after the first who waited in vain nobody asks, until a probe in
 * the background was answered. What fails quickly costs nobody anything and is asked again.
 */
export function circuitBreaker({ timeout: patience, probeInterval: pause, probe }: Options) {
  let nextProbe: NodeJS.Timeout | undefined
  let ended = false
  const isOpen = () => nextProbe !== undefined

  function open(): void {
    if (!ended) nextProbe = setTimeout(() => void tryAgain(), pause).unref()
  }

  async function tryAgain(): Promise<void> {
    try {
      await withDeadline(probe(), patience)
      nextProbe = undefined
    } catch {
      open()
    }
  }

  return {
    /** @throws what the work throws; DeadlineError; OpenCircuitError */
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      if (isOpen()) throw new OpenCircuitError()
      try {
        return await withDeadline(work(), patience)
      } catch (error) {
        if (error instanceof DeadlineError && !isOpen()) open()
        throw error
      }
    },

    /** Ends the probes. */
    close(): void {
      ended = true
      clearTimeout(nextProbe)
    },
  }
}

export type CircuitBreaker = ReturnType<typeof circuitBreaker>
