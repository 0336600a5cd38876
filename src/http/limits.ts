import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Count, Counter } from '../platform/counters/counters.js'
import { rateLimited } from '../errors.js'
import { seconds } from '../lib/quantities.js'
import { clientOf } from './client.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted at all. */
    unlimited?: boolean
  }
  interface FastifyInstance {
    /** Counts a request on its address; for those that no hook sees. @throws AppError RATE_LIMITED */
    countOnAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
  interface FastifyReply {
    /** The count that the headers tell. */
    told: Count | null
  }
}

interface Options {
  perUser: Counter
  perAddress: Counter
}

/** Counts every request, per user where there is a valid token, else per address. */
export const limits = fp<Options>(async (app, { perUser, perAddress }) => {
  const countOnAddress = async (request: FastifyRequest, reply: FastifyReply) =>
    enforce(reply, await perAddress.consume(clientOf(request).address))
  app.decorate('countOnAddress', countOnAddress)
  app.decorateReply('told', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.unlimited) return
    if (request.viewer) enforce(reply, await perUser.consume(request.viewer.id))
    else await countOnAddress(request, reply)
  })
})

/**
 * Tells a count in the headers, the tightest one where several apply.
 * @throws AppError RATE_LIMITED
 */
export function enforce(reply: FastifyReply, count: Count): void {
  if (!reply.told || count.remaining <= reply.told.remaining) {
    reply.told = count
    reply.header('x-ratelimit-limit', count.limit)
    reply.header('x-ratelimit-remaining', count.remaining)
    reply.header('x-ratelimit-reset', Math.ceil(count.resetAt.getTime() / seconds))
  }
  demandAllowed(count)
}

/** @throws AppError RATE_LIMITED */
export function demandAllowed(count: Count): void {
  if (count.allowed) return
  const wait = Math.max(1, Math.ceil((count.resetAt.getTime() - Date.now()) / seconds))
  throw rateLimited(`Too many requests: ${count.limit} are allowed. Try again in ${wait} s.`, wait)
}
