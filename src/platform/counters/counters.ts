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
const longestWindow = 24 * days

export interface Count {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends. */
  resetAt: Date
}

/** Counts what costs units or is given back; requests are counted in `http/request-counter.ts`. */
export interface Counter {
  /** Counts, and says whether that was still allowed. */
  consume(key: string, units?: number): Promise<Count>
  /** What is left, without counting. */
  peek(key: string): Promise<Count>
  giveBack(key: string, units?: number): Promise<void>
  /** Leaves nothing of the key. */
  forget(key: string): Promise<void>
}

export interface Counters {
  counter(rule: CounterRule): Counter
  /** Where instances share what they count. */
  shared: SharedCounts | undefined
  close(): Promise<void>
}

/** Counts of several processes in one place. Whoever uses it goes through the breaker. */
export interface SharedCounts {
  breaker: CircuitBreaker
  /** Where @fastify/rate-limit is to count requests under a name. */
  requests(name: string): Pick<RateLimitPluginOptions, 'redis' | 'nameSpace' | 'store'>
}

export interface Shared extends SharedCounts {
  counter(rule: CounterRule): Counter
  close(): void
}

/** How long a request waits for what counts, in milliseconds; those after it do not wait at all. */
export const patience = 0.5 * seconds
const probeKey = 'limit:probe'

/**
 * Counters in Redis where there is one, else where processes of one machine count together, else in this
 * process's memory. While the others do not answer each process counts for itself.
 */
export function openCounters(redis?: RedisServer, ofMachine?: Shared): Counters {
  const shared = redis ? countsOfRedis(redis) : ofMachine

  return {
    counter(rule) {
      const memory = counter(new RateLimiterMemory(optionsOf(rule)), rule)
      return shared ? guarded(shared.counter(rule), memory, shared) : memory
    },
    shared,
    async close() {
      shared?.breaker.close()
      shared?.close()
    },
  }
}

function countsOfRedis(server: RedisServer): Shared {
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
    breaker: circuitBreaker({ patience, pause: 1 * seconds, probe }),
    requests: name => ({ redis, nameSpace: `limit:${name}:` }),
    counter: rule => counter(new RateLimiterRedis({ ...optionsOf(rule), storeClient: redis }), rule),
    close: () => redis.disconnect(),
  }
}

/** In whole seconds. */
export const counterWindow = (window: number) => Math.ceil(Math.min(window, longestWindow) / seconds)

const optionsOf = ({ name, limit, window }: CounterRule) => ({
  keyPrefix: `limit:${name}`,
  points: limit,
  duration: counterWindow(window),
})

const guarded = (shared: Counter, own: Counter, { breaker }: SharedCounts): Counter => ({
  consume: (key, units) =>
    breaker.attempt(() => shared.consume(key, units)).catch(() => own.consume(key, units)),
  peek: key => breaker.attempt(() => shared.peek(key)).catch(() => own.peek(key)),
  giveBack: (key, units) =>
    breaker.attempt(() => shared.giveBack(key, units)).catch(() => own.giveBack(key, units)),
  async forget(key) {
    await own.forget(key)
    // It is away: what it keeps comes to its end by itself.
    await breaker.attempt(() => shared.forget(key)).catch(() => undefined)
  },
})

function counter(limiter: RateLimiterAbstract, { limit }: CounterRule): Counter {
  const count = (result: RateLimiterRes, allowed: boolean): Count => ({
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
    async giveBack(key, units = 1) {
      if (units > 0) await limiter.reward(key, units)
    },
    async forget(key) {
      await limiter.delete(key)
    },
  }
}
