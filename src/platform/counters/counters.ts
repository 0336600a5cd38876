import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { circuitBreaker, type CircuitBreaker } from '../../lib/circuit-breaker.js'
import { days, seconds } from '../../lib/quantities.js'
import type { RedisServer } from '../redis.js'

/** At most `limit` units in each window, which begins with its first unit. */
export interface CounterRule {
  /** Names the counter; processes that share Redis, or a primary, share counters of the same name. */
  name: string
  limit: number
  /** In milliseconds; whole seconds up to 24 days, rounded. */
  window: number
}

/** A timer of Node runs no longer; a longer one would end at once. */
const maxWindow = 24 * days

export interface CounterState {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends. */
  resetAt: Date
}

/** Counts what costs units or is given back; requests are counted in `http/request-counter.ts`. */
export interface Counter {
  /** Counts, and says whether that was still allowed. */
  consume(key: string, units?: number): Promise<CounterState>
  /** What is left, without counting. */
  peek(key: string): Promise<CounterState>
  refund(key: string, units?: number): Promise<void>
  /** Leaves nothing of the key. */
  reset(key: string): Promise<void>
}

export interface Counters {
  counter(rule: CounterRule): Counter
  /** Where instances share what they count. */
  sharedCounters: SharedCounters | undefined
  close(): Promise<void>
}

/** Counts of several processes in one place. Whoever uses it goes through the breaker. */
export interface SharedCounters {
  breaker: CircuitBreaker
  /** Where @fastify/rate-limit is to count requests under a name. */
  requestStore(name: string): Pick<RateLimitPluginOptions, 'redis' | 'nameSpace' | 'store'>
}

export interface CounterBackend extends SharedCounters {
  counter(rule: CounterRule): Counter
  close(): void
}

/** How long a request waits for what counts, in milliseconds; those after it do not wait at all. */
export const sharedCounterTimeout = 0.5 * seconds
const probeKey = 'limit:probe'

/**
 * Counters in Redis where there is one, else where processes of one machine count together, else in this
 * process's memory. While the others do not answer each process counts for itself.
 */
export function openCounters(redis?: RedisServer, ofMachine?: CounterBackend): Counters {
  const shared = redis ? redisCounters(redis) : ofMachine

  return {
    counter(rule) {
      const memory = createCounter(new RateLimiterMemory(limiterOptions(rule)), rule)
      return shared ? withFallback(shared.counter(rule), memory, shared) : memory
    },
    sharedCounters: shared,
    async close() {
      shared?.breaker.close()
      shared?.close()
    },
  }
}

function redisCounters(server: RedisServer): CounterBackend {
  const redis = server.connect({
    // A request does not wait for Redis: it is counted in memory instead.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2 * seconds,
    socketTimeout: 1 * seconds,
    retryStrategy: attempt => Math.min(attempt * 0.2 * seconds, 5 * seconds),
  })
  // A write: a Redis that is paused or whose disk is slow may still answer everything else.
  const probe = () => redis.set(probeKey, '', 'PX', 1 * seconds)
  return {
    breaker: circuitBreaker({ timeout: sharedCounterTimeout, probeInterval: 1 * seconds, probe }),
    requestStore: name => ({ redis, nameSpace: `limit:${name}:` }),
    counter: rule =>
      createCounter(new RateLimiterRedis({ ...limiterOptions(rule), storeClient: redis }), rule),
    close: () => redis.disconnect(),
  }
}

/** In whole seconds. */
export const counterWindow = (window: number) => Math.ceil(Math.min(window, maxWindow) / seconds)

const limiterOptions = ({ name, limit, window }: CounterRule) => ({
  keyPrefix: `limit:${name}`,
  points: limit,
  duration: counterWindow(window),
})

const withFallback = (shared: Counter, own: Counter, { breaker }: SharedCounters): Counter => ({
  consume: (key, units) =>
    breaker.attempt(() => shared.consume(key, units)).catch(() => own.consume(key, units)),
  peek: key => breaker.attempt(() => shared.peek(key)).catch(() => own.peek(key)),
  refund: (key, units) =>
    breaker.attempt(() => shared.refund(key, units)).catch(() => own.refund(key, units)),
  async reset(key) {
    await own.reset(key)
    // It is away: what it keeps comes to its end by itself.
    await breaker.attempt(() => shared.reset(key)).catch(() => undefined)
  },
})

function createCounter(limiter: RateLimiterAbstract, { limit }: CounterRule): Counter {
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
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return count(refusal, false)
        throw refusal
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
