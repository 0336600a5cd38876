import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { circuitBreaker, type CircuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'
import type { RedisServer } from '../redis.js'
import { createWindowCounters, type WindowCount } from './window-counters.js'

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
const probeKey = 'limit:probe'

/**
 * Opens counters in Redis if it is configured, otherwise in the primary process, otherwise in memory. While shared
 * counters do not respond, each process counts in its own memory.
 */
export function openCounters(redis?: RedisServer, primaryCounters?: SharedCounters): Counters {
  const shared = redis ? redisCounters(redis) : primaryCounters
  const windows = createWindowCounters()

  return {
    counter(rule) {
      const memory = windowCounter(windows, rule)
      return shared ? withFallback(shared.counter(rule), memory, shared) : memory
    },
    async close() {
      shared?.breaker.close()
      shared?.close()
    },
  }
}

function redisCounters(server: RedisServer): SharedCounters {
  const redis = server.connect({
    // While Redis is disconnected, requests do not wait but are counted in memory.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2 * seconds,
    socketTimeout: 1 * seconds,
    retryStrategy: attempt => Math.min(attempt * 0.2 * seconds, 5 * seconds),
  })
  // The probe is a write, because a paused Redis, or one with a slow disk, may still answer reads.
  const probe = () => redis.set(probeKey, '', 'PX', 1 * seconds)
  return {
    breaker: circuitBreaker({ timeout: sharedCounterTimeout, probeInterval: 1 * seconds, probe }),
    counter: rule =>
      redisCounter(new RateLimiterRedis({ ...limiterOptions(rule), storeClient: redis }), rule),
    close: () => redis.disconnect(),
  }
}

/** Returns the window in whole seconds. */
const windowSeconds = (window: number) => Math.ceil(window / seconds)

const limiterOptions = ({ name, limit, window }: CounterRule) => ({
  keyPrefix: `limit:${name}`,
  points: limit,
  duration: windowSeconds(window),
})

const withFallback = (shared: Counter, local: Counter, { breaker }: SharedCounters): Counter => ({
  consume: (key, units) =>
    breaker.attempt(() => shared.consume(key, units)).catch(() => local.consume(key, units)),
  peek: key => breaker.attempt(() => shared.peek(key)).catch(() => local.peek(key)),
  refund: (key, units) =>
    breaker.attempt(() => shared.refund(key, units)).catch(() => local.refund(key, units)),
  async reset(key) {
    await local.reset(key)
    // If the shared counter does not respond, its entry expires by itself.
    await breaker.attempt(() => shared.reset(key)).catch(() => undefined)
  },
})

function redisCounter(limiter: RateLimiterAbstract, { limit }: CounterRule): Counter {
  const count = (result: RateLimiterRes, allowed: boolean): CounterState => ({
    allowed,
    limit,
    remaining: Math.min(limit, Math.max(0, result.remainingPoints)),
    resetAt: new Date(Date.now() + result.msBeforeNext),
  })

  return {
    async consume(key, units = 1) {
      try {
        return count(await limiter.consume(key, units), true)
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return count(rejection, false)
        throw rejection
      }
    },
    async peek(key) {
      const result = await limiter.get(key)
      return result
        ? count(result, result.remainingPoints > 0)
        : { allowed: true, limit, remaining: limit, resetAt: new Date() }
    },
    async refund(key, units = 1) {
      if (units > 0) await limiter.reward(key, units)
    },
    async reset(key) {
      await limiter.delete(key)
    },
  }
}

type Awaitable<T> = T | Promise<T>

/** Counts units per window, in this process or in another one. */
export interface WindowStore {
  /** Adds units, or subtracts negative ones, and starts a window of the given milliseconds if there is none. */
  add(rule: string, key: string, units: number, length: number): Awaitable<WindowCount>
  peek(rule: string, key: string): Awaitable<WindowCount | null>
  reset(rule: string, key: string): Awaitable<void>
}

export function windowCounter(windows: WindowStore, { name, limit, window }: CounterRule): Counter {
  const length = windowSeconds(window) * seconds
  const count = ([units, left]: WindowCount): CounterState => ({
    allowed: units <= limit,
    limit,
    remaining: Math.min(limit, Math.max(0, limit - units)),
    resetAt: new Date(Date.now() + left),
  })
  return {
    consume: async (key, units = 1) => count(await windows.add(name, key, units, length)),
    async peek(key) {
      const found = count((await windows.peek(name, key)) ?? [0, 0])
      return { ...found, allowed: found.remaining > 0 }
    },
    async refund(key, units = 1) {
      if (units > 0) await windows.add(name, key, -units, length)
    },
    reset: async key => windows.reset(name, key),
  }
}
