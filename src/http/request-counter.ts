import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CounterState, SharedCounters } from '../platform/counters/counters.js'
import { hours } from '../lib/quantities.js'

/** Counts one request of whoever the key names. */
export type RequestCounter = (key: string) => Promise<CounterState>

interface Rule {
  /** Names the counter; processes that count in one place share counters of the same name. */
  name: string
  /** Requests of one key in each hour, which begins with the first of them. */
  max: number
}

/**
 * How many keys a process remembers for a rule, the latest ones, at about 300 bytes each. One customer's network of
 * IPv6 (a /48) has fewer keys of its own, so it cannot push out the counts of others.
 */
const maxKeys = 100_000

/** A counter where others count, too, if there is such a place; else, and while it does not answer, in this process's memory. */
export async function requestCounter(
  app: FastifyInstance,
  shared: SharedCounters | undefined,
  { name, max }: Rule,
): Promise<RequestCounter> {
  const own = countSequentially(await createChecker(app, { max, cache: maxKeys }))
  if (!shared) return own
  // Not `skipOnError`: it lets through uncounted what is not counted there.
  const together = await createChecker(app, { max, ...shared.requestStore(name) })
  return key => shared.breaker.attempt(() => together(key)).catch(() => own(key))
}

/**
 * Each in a scope of its own, since checkers of one scope share its Redis keys. And no hook of the plugin: it does not
 * see unknown addresses, batches and sockets.
 */
async function createChecker(app: FastifyInstance, options: RateLimitPluginOptions): Promise<RequestCounter> {
  let check!: ReturnType<FastifyInstance['createRateLimit']>
  await app.register(async scope => {
    await scope.register(rateLimit, { ...options, global: false, timeWindow: 1 * hours, keyGenerator })
    check = scope.createRateLimit()
  })
  return async key => {
    const result = await check(placeholderRequest(key))
    if (result.isAllowed) throw new Error('there is no list of those who are always allowed')
    const { isExceeded, max: limit, remaining, ttl } = result
    return { allowed: !isExceeded, limit, remaining, resetAt: new Date(Date.now() + ttl) }
  }
}

/** All that the plugin reads of a request. An operation over a socket has none. */
const placeholderRequest = (key: string) =>
  ({ key, routeOptions: { config: {} } }) as unknown as FastifyRequest
const keyGenerator = (request: FastifyRequest) => (request as unknown as { key: string }).key

/** The store in memory hands out its live entry: of two counts in one tick both would read the second. */
function countSequentially(count: RequestCounter): RequestCounter {
  let last: Promise<unknown> = Promise.resolve()
  return key => {
    const next = last.then(() => count(key))
    last = next.catch(() => undefined)
    return next
  }
}
