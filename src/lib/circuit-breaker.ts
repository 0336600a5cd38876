import { DeadlineError, withDeadline } from './deadline.js'

interface Options {
  /** The timeout of each attempt, in milliseconds. */
  timeout: number
  /** The time between two probes, in milliseconds. */
  probeInterval: number
  /** Resolves if the protected resource responds again. */
  probe(): Promise<unknown>
}

/** The call was not attempted, because the resource did not respond recently. */
export class OpenCircuitError extends Error {
  constructor() {
    super('the circuit breaker is open: there was no response recently')
    this.name = 'OpenCircuitError'
  }
}

/**
 * Prevents callers from waiting for a resource that does not respond. The first timeout opens the circuit, so that
 * further calls fail immediately, until a background probe succeeds. Quick failures do not open the circuit.
 */
export function circuitBreaker({ timeout, probeInterval, probe }: Options) {
  let nextProbe: NodeJS.Timeout | undefined
  let ended = false
  const isOpen = () => nextProbe !== undefined

  function open(): void {
    if (!ended) nextProbe = setTimeout(() => void runProbe(), probeInterval).unref()
  }

  async function runProbe(): Promise<void> {
    try {
      await withDeadline(probe(), timeout)
      nextProbe = undefined
    } catch {
      open()
    }
  }

  return {
    /** @throws the error of the work; DeadlineError; OpenCircuitError */
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      if (isOpen()) throw new OpenCircuitError()
      try {
        return await withDeadline(work(), timeout)
      } catch (error) {
        if (error instanceof DeadlineError && !isOpen()) open()
        throw error
      }
    },

    /** Stops the probes. */
    close(): void {
      ended = true
      clearTimeout(nextProbe)
    },
  }
}

export type CircuitBreaker = ReturnType<typeof circuitBreaker>
