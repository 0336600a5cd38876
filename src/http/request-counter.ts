import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CounterState, SharedCounters } from '../platform/counters/counters.js'
import { hours } from '../lib/quantities.js'

/** Counts one request of a key, which is a user or an address. */
export type RequestCounter = (key: string) => Promise<CounterState>

interface Rule {
  /** Identifies the counter. Instances share the counters of the same name. */
  name: string
  /** The number of requests allowed per key and hour. The hour begins with the first request. */
  max: number
}

/**
 * The number of recent keys that a process remembers per counter, at about 300 bytes each. A /48 network, which is the
 * largest that one IPv6 customer usually has, consists of fewer keys, so it cannot evict the counts of others.
 */
const maxKeys = 100_000

/** Counts in the shared store if there is one; otherwise, and while the store is unavailable, in memory. */
export async function requestCounter(
  app: FastifyInstance,
  shared: SharedCounters | undefined,
  { name, max }: Rule,
): Promise<RequestCounter> {
  const countLocal = countSequentially(await createChecker(app, { max, cache: maxKeys }))
  if (!shared) return countLocal
  // The option `skipOnError` would let requests through uncounted while the store is unavailable.
  const countShared = await createChecker(app, { max, ...shared.requestStore(name) })
  return key => shared.breaker.attempt(() => countShared(key)).catch(() => countLocal(key))
}

/**
 * Creates a checker in its own scope, because checkers of one scope share their Redis keys. The hook of the plugin is not
 * used, because it does not cover unknown addresses, batches and sockets.
 */
async function createChecker(app: FastifyInstance, options: RateLimitPluginOptions): Promise<RequestCounter> {
  let check!: ReturnType<FastifyInstance['createRateLimit']>
  await app.register(async scope => {
    await scope.register(rateLimit, { ...options, global: false, timeWindow: 1 * hours, keyGenerator })
    check = scope.createRateLimit()
  })
  return async key => {
    const result = await check(placeholderRequest(key))
    if (result.isAllowed) throw new Error('the rate limiter has no allow list')
    const { isExceeded, max: limit, remaining, ttl } = result
    return { allowed: !isExceeded, limit, remaining, resetAt: new Date(Date.now() + ttl) }
  }
}

/** The only properties that the plugin reads of a request. Operations of a socket have no request. */
const placeholderRequest = (key: string) =>
  ({ key, routeOptions: { config: {} } }) as unknown as FastifyRequest
const keyGenerator = (request: FastifyRequest) => (request as unknown as { key: string }).key

/** The in-memory store returns its live entry, so that two counts in one tick would both return the second count. */
function countSequentially(count: RequestCounter): RequestCounter {
  let last: Promise<unknown> = Promise.resolve()
  return key => {
    const next = last.then(() => count(key))
    last = next.catch(() => undefined)
    return next
  }
}
