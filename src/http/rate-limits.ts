import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import {
  secondsUntilReset,
  type Counter,
  type Counters,
  type CounterState,
} from '../platform/counters/counters.js'
import { AppError, rateLimited } from '../errors.js'
import { hours, seconds } from '../lib/quantities.js'
import type { RequestContext } from '../viewer.js'
import { clientOf } from './client.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts the route from rate limits and load shedding. */
    unlimited?: boolean
    /**
     * `download`: counted per address, separately from all other requests. `session`: counted per user of the refresh
     * token in the body. `address`: counted per address, with and without a token.
     */
    rateLimitKey?: 'address' | 'download' | 'session'
  }
  interface FastifyInstance {
    /**
     * Counts a request by its address. For requests that are rejected before the `onRequest` hook.
     * @throws AppError RATE_LIMITED
     */
    countByAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /**
     * Counts a request as a download. For requests that are rejected before the `onRequest` hook.
     * @throws AppError RATE_LIMITED
     */
    countAsDownload(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a further operation of a request, or an operation of a socket. @throws AppError RATE_LIMITED */
    countOperation(context: RequestContext, reply?: FastifyReply): Promise<void>
  }
}

type Limit = 'user' | 'address' | 'download'

interface Options {
  /** The number of requests allowed per hour. */
  perHour: Record<Limit, number>
  counters: Pick<Counters, 'counter'>
  /** Returns the user of a valid refresh token, otherwise null. */
  findTokenOwner(refreshToken: string): Promise<string | null>
}

/** Separates the limit from the user or address in a key of the plugin. */
const separator = ':'

/**
 * Counts each request per user, or per address without a valid token, unless its route has another key. An hour begins with
 * the first request.
 */
export const rateLimits = fp<Options>(async (app, { perHour, counters, findTokenOwner }) => {
  const openCounter = (name: Limit) => counters.counter({ name, limit: perHour[name], window: 1 * hours })
  const limits: Record<Limit, Counter> = {
    user: openCounter('user'),
    address: openCounter('address'),
    download: openCounter('download'),
  }

  async function keyOf(request: FastifyRequest): Promise<string> {
    const { address } = clientOf(request)
    const { rateLimitKey } = request.routeOptions.config
    if (rateLimitKey === 'download' || rateLimitKey === 'address')
      return [rateLimitKey, address].join(separator)
    // Counted per user, because all devices of one Wi-Fi share an address and each renews its token four times an hour.
    const owner = rateLimitKey === 'session' ? await ownerOfRefreshToken(request) : null
    const userId = owner ?? request.viewer?.id
    return (userId === undefined ? ['address', address] : ['user', userId]).join(separator)
  }

  async function ownerOfRefreshToken({ body }: FastifyRequest): Promise<string | null> {
    const { refreshToken } = (body ?? {}) as { refreshToken?: unknown }
    return typeof refreshToken === 'string' ? findTokenOwner(refreshToken) : null
  }

  await app.register(rateLimit, {
    global: false,
    timeWindow: 1 * hours,
    keyGenerator: keyOf,
    max: (_request, key) => perHour[parseKey(key).limit],
    store: storeOf(limits),
    // The error handler sends it.
    addHeaders: { 'retry-after': false },
    errorResponseBuilder: (_request, { max, ttl }) => tooManyRequests(max, new Date(ttl)),
  })
  const countRequest = app.rateLimit()

  app.addHook('onRequest', async function (request, reply) {
    const { unlimited, rateLimitKey } = request.routeOptions.config
    if (unlimited || rateLimitKey === 'session') return
    // If the service is why the authentication failed, the request does not count against its address.
    if (isServerError(request.authenticationError) && rateLimitKey !== 'download') return
    await countRequest.call(app, request, reply)
  })
  app.addHook('preValidation', async function (request, reply) {
    if (request.routeOptions.config.rateLimitKey === 'session') await countRequest.call(app, request, reply)
  })
  // A body that cannot be parsed is counted by its address.
  app.addHook('onError', async (request, reply) => {
    if (request.routeOptions.config.rateLimitKey === 'session' && !reply.hasHeader('x-ratelimit-limit'))
      setRateLimitHeaders(reply, await limits.address.consume(clientOf(request).address))
  })

  app.decorate('countByAddress', async (request, reply) =>
    enforceRateLimit(reply, await limits.address.consume(clientOf(request).address)),
  )
  app.decorate('countAsDownload', async (request, reply) =>
    enforceRateLimit(reply, await limits.download.consume(clientOf(request).address)),
  )
  app.decorate('countOperation', async ({ viewer, client }, reply) => {
    const state = await (viewer ? limits.user.consume(viewer.id) : limits.address.consume(client.address))
    if (reply) enforceRateLimit(reply, state)
    else assertAllowed(state)
  })
})

const isServerError = (error: Error | null): boolean =>
  error instanceof Error && (!(error instanceof AppError) || error.statusCode >= 500)

function parseKey(key: string): { limit: Limit; id: string } {
  const end = key.indexOf(separator)
  return { limit: key.slice(0, end) as Limit, id: key.slice(end + separator.length) }
}

/** Creates a store class for the plugin. Its counters fall back to memory while shared counters are unavailable. */
function storeOf(limits: Record<Limit, Counter>) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const { limit, id } = parseKey(key)
      limits[limit].consume(id).then(
        ({ allowed, limit: max, remaining, resetAt }) =>
          callback(null, {
            current: allowed ? max - remaining : max + 1,
            // The time at which the window ends instead of what is left of it, because the plugin sends it as the header
            // `x-ratelimit-reset`, which contains Unix seconds in this API.
            ttl: resetAt.getTime(),
          }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    }

    /** All routes share one store, because none has its own limit. */
    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/**
 * Sets the rate limit headers to the limit that is exceeded, otherwise to the one with the fewest requests remaining.
 * @throws AppError RATE_LIMITED
 */
export function enforceRateLimit(reply: FastifyReply, state: CounterState): void {
  setRateLimitHeaders(reply, state)
  assertAllowed(state)
}

/** Sets the headers unless they report a limit with fewer requests remaining. */
export function setRateLimitHeaders(
  reply: FastifyReply,
  { allowed, limit, remaining, resetAt }: CounterState,
): void {
  const previous = reply.getHeader('x-ratelimit-remaining')
  if (allowed && previous !== undefined && remaining > Number(previous)) return
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(resetAt.getTime() / seconds))
}

/** @throws AppError RATE_LIMITED */
function assertAllowed({ allowed, limit, resetAt }: CounterState): void {
  if (!allowed) throw tooManyRequests(limit, resetAt)
}

function tooManyRequests(limit: number, resetAt: Date): AppError {
  const wait = secondsUntilReset({ resetAt })
  return rateLimited(`Too many requests: ${limit} per hour are allowed. Try again in ${wait} s.`, wait)
}
