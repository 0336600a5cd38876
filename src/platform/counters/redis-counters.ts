import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { circuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'
import type { RedisServer } from '../redis.js'
import {
  sharedCounterTimeout,
  type Counter,
  type CounterRule,
  type CounterState,
  type SharedCounters,
} from './counters.js'

const probeKey = 'limit:probe'

/** Counters in Redis, shared by all instances. */
export function redisCounters(server: RedisServer): SharedCounters {
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

const limiterOptions = ({ name, limit, window }: CounterRule) => ({
  keyPrefix: `limit:${name}`,
  points: limit,
  duration: Math.ceil(window / seconds),
})

function redisCounter(limiter: RateLimiterAbstract, { limit }: CounterRule): Counter {
  const toState = (result: RateLimiterRes, allowed: boolean): CounterState => ({
    allowed,
    limit,
    remaining: Math.min(limit, Math.max(0, result.remainingPoints)),
    resetAt: new Date(Date.now() + result.msBeforeNext),
  })

  return {
    async consume(key, units = 1) {
      try {
        return toState(await limiter.consume(key, units), true)
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return toState(rejection, false)
        throw rejection
      }
    },
    async peek(key) {
      const result = await limiter.get(key)
      return result
        ? toState(result, result.remainingPoints > 0)
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
