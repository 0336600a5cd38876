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
    /** Not counted at all. */
    unlimited?: boolean
    /**
     * A download is counted apart from all other requests, per address whoever asks; what a session asks, on the user
     * of the refresh token in its body.
     */
    countedAs?: 'download' | 'session'
  }
  interface FastifyInstance {
    /** Counts a request on its address; for those that no hook sees. @throws AppError RATE_LIMITED */
    countByAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts a request apart from all others, as downloads are. @throws AppError RATE_LIMITED */
    countAsDownload(request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** Counts an operation that is not the first of a request as one. @throws AppError RATE_LIMITED */
    countOperation(context: RequestContext, reply?: FastifyReply): Promise<void>
  }
  interface FastifyReply {
    /** The count that the headers tell. */
    rateLimitCount: CounterState | null
  }
}

interface Options {
  /** Requests an hour. */
  perHour: { user: number; address: number; download: number }
  /** Where instances share their counts. */
  shared: SharedCounters | undefined
  /** Whose a refresh token is, if it is good. */
  findTokenOwner(refreshToken: string): Promise<string | null>
}

/** Counts every request, per user where there is a valid token, else per address. */
export const rateLimits = fp<Options>(async (app, { perHour, shared, findTokenOwner }) => {
  const counter = (name: keyof typeof perHour) => requestCounter(app, shared, { name, max: perHour[name] })
  const user = await counter('user')
  const address = await counter('address')
  const download = await counter('download')
  const count = ({ viewer, client }: RequestContext) => (viewer ? user(viewer.id) : address(client.address))

  async function countSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { refreshToken } = (request.body ?? {}) as { refreshToken?: unknown }
    const holder = typeof refreshToken === 'string' ? await findTokenOwner(refreshToken) : null
    enforceRateLimit(
      reply,
      await (holder === null ? count({ viewer: request.viewer, client: clientOf(request) }) : user(holder)),
    )
  }

  app.decorateReply('rateLimitCount', null)
  app.decorate('countByAddress', async (request, reply) =>
    enforceRateLimit(reply, await address(clientOf(request).address)),
  )
  app.decorate('countAsDownload', async (request, reply) =>
    enforceRateLimit(reply, await download(clientOf(request).address)),
  )
  app.decorate('countOperation', async (context, reply) => {
    const counted = await count(context)
    if (reply) enforceRateLimit(reply, counted)
    else assertAllowed(counted)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { unlimited, countedAs } = request.routeOptions.config
    if (unlimited || countedAs === 'session') return
    // Who asks could not be found out: that is no fault of theirs, nor of anybody else's at their address.
    if (request.authenticationError && isServerError(request.authenticationError) && countedAs !== 'download')
      return
    const context = { viewer: request.viewer, client: clientOf(request) }
    enforceRateLimit(
      reply,
      await (countedAs === 'download' ? download(context.client.address) : count(context)),
    )
  })

  // Everybody on one Wi-Fi has the same address, and every app asks for a new access token four times an hour.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.countedAs === 'session')
      countSession(request, reply).then(() => done(), done)
    else done()
  })
  // What could not even be read.
  app.addHook('onError', async (request, reply) => {
    if (request.routeOptions.config.countedAs === 'session' && !reply.rateLimitCount)
      setRateLimitHeaders(reply, await address(clientOf(request).address))
  })
})

const isServerError = (error: Error) => !(error instanceof AppError) || error.statusCode >= 500

/**
 * Tells a count in the headers: the one that refuses, else the tightest one where several apply.
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
