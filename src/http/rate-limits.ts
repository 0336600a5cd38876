import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { CounterState, SharedCounters } from '../platform/counters/counters.js'
import { AppError, rateLimited } from '../errors.js'
import { seconds } from '../lib/quantities.js'
import type { RequestContext } from '../viewer.js'
import { clientOf } from './client.js'
import { requestCounter } from './request-counter.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts the route from rate limits and load shedding. */
    unlimited?: boolean
    /**
     * `download`: counted per address, separately from all other requests. `session`: counted per user of the refresh
     * token in the body.
     */
    countedAs?: 'download' | 'session'
  }
  interface FastifyInstance {
    /** Counts a request by its address. For requests that reach no hook. @throws AppError RATE_LIMITED */
    countByAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a request as a download. @throws AppError RATE_LIMITED */
    countAsDownload(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a further operation of a request, or an operation of a socket. @throws AppError RATE_LIMITED */
    countOperation(context: RequestContext, reply?: FastifyReply): Promise<void>
  }
  interface FastifyReply {
    /** The count in the rate limit headers. */
    rateLimitCount: CounterState | null
  }
}

interface Options {
  /** The number of requests allowed per hour. */
  perHour: { user: number; address: number; download: number }
  /** The counts that instances share; undefined if each instance counts on its own. */
  shared: SharedCounters | undefined
  /** Returns the user of a valid refresh token, otherwise null. */
  findTokenOwner(refreshToken: string): Promise<string | null>
}

/** Counts each request per user, or per address without a valid token. */
export const rateLimits = fp<Options>(async (app, { perHour, shared, findTokenOwner }) => {
  const createCounter = (name: keyof typeof perHour) =>
    requestCounter(app, shared, { name, max: perHour[name] })
  const countUser = await createCounter('user')
  const countAddress = await createCounter('address')
  const countDownload = await createCounter('download')
  const count = ({ viewer, client }: RequestContext) =>
    viewer ? countUser(viewer.id) : countAddress(client.address)

  async function countSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { refreshToken } = (request.body ?? {}) as { refreshToken?: unknown }
    const userId = typeof refreshToken === 'string' ? await findTokenOwner(refreshToken) : null
    enforceRateLimit(
      reply,
      await (userId === null
        ? count({ viewer: request.viewer, client: clientOf(request) })
        : countUser(userId)),
    )
  }

  app.decorateReply('rateLimitCount', null)
  app.decorate('countByAddress', async (request, reply) =>
    enforceRateLimit(reply, await countAddress(clientOf(request).address)),
  )
  app.decorate('countAsDownload', async (request, reply) =>
    enforceRateLimit(reply, await countDownload(clientOf(request).address)),
  )
  app.decorate('countOperation', async (context, reply) => {
    const result = await count(context)
    if (reply) enforceRateLimit(reply, result)
    else assertAllowed(result)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { unlimited, countedAs } = request.routeOptions.config
    if (unlimited || countedAs === 'session') return
    // Authentication failed because of the service. The request must not count against its address.
    if (request.authenticationError && isServerError(request.authenticationError) && countedAs !== 'download')
      return
    const context = { viewer: request.viewer, client: clientOf(request) }
    enforceRateLimit(
      reply,
      await (countedAs === 'download' ? countDownload(context.client.address) : count(context)),
    )
  })

  // Counted per user, because all devices of one Wi-Fi share an address and each renews its token four times an hour.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.countedAs === 'session')
      countSession(request, reply).then(() => done(), done)
    else done()
  })
  // A body that cannot be parsed is counted by its address.
  app.addHook('onError', async (request, reply) => {
    if (request.routeOptions.config.countedAs === 'session' && !reply.rateLimitCount)
      setRateLimitHeaders(reply, await countAddress(clientOf(request).address))
  })
})

const isServerError = (error: Error) => !(error instanceof AppError) || error.statusCode >= 500

/**
 * Sets the rate limit headers to the count that is exceeded, otherwise to the one with the fewest requests remaining.
 * @throws AppError RATE_LIMITED
 */
export function enforceRateLimit(reply: FastifyReply, count: CounterState): void {
  setRateLimitHeaders(reply, count)
  assertAllowed(count)
}

function setRateLimitHeaders(reply: FastifyReply, count: CounterState): void {
  if (!count.allowed || !reply.rateLimitCount || count.remaining <= reply.rateLimitCount.remaining) {
    reply.rateLimitCount = count
    reply.header('x-ratelimit-limit', count.limit)
    reply.header('x-ratelimit-remaining', count.remaining)
    reply.header('x-ratelimit-reset', Math.ceil(count.resetAt.getTime() / seconds))
  }
}

/** @throws AppError RATE_LIMITED */
function assertAllowed(count: CounterState): void {
  if (count.allowed) return
  const wait = Math.max(1, Math.ceil((count.resetAt.getTime() - Date.now()) / seconds))
  throw rateLimited(`Too many requests: ${count.limit} are allowed. Try again in ${wait} s.`, wait)
}
