import type { RedisServer } from '../redis.js'
import type { Counter, Counters, SharedCounters } from './counters.js'
import { redisCounters } from './redis-counters.js'
import { createWindowCounters, windowCounter } from './window-counters.js'

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
