import type { CircuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'

/** Allows at most `limit` units per window. A window starts with its first unit. */
export interface CounterRule {
  /** The name of the counter. Processes that share Redis or a primary share the counters of the same name. */
  name: string
  limit: number
  /** In milliseconds, rounded up to whole seconds. */
  window: number
}

export interface CounterState {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends. */
  resetAt: Date
}

/** Returns the time until the window of a counter ends, in whole seconds; at least 1. */
export const secondsUntilReset = ({ resetAt }: Pick<CounterState, 'resetAt'>): number =>
  Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / seconds))

/** A rate limit whose units can be refunded. */
export interface Counter {
  /** Consumes units. Returns whether the limit allowed them. */
  consume(key: string, units?: number): Promise<CounterState>
  /** Returns the current state without consuming anything. */
  peek(key: string): Promise<CounterState>
  refund(key: string, units?: number): Promise<void>
  /** Deletes everything about a key. */
  reset(key: string): Promise<void>
}

export interface Counters {
  counter(rule: CounterRule): Counter
  close(): Promise<void>
}

/** Counters that several processes share. Every call must go through the circuit breaker. */
export interface SharedCounters {
  breaker: CircuitBreaker
  counter(rule: CounterRule): Counter
  close(): void
}

/** How long a request waits for a shared counter, in milliseconds. After a timeout, later requests do not wait. */
export const sharedCounterTimeout = 0.5 * seconds
