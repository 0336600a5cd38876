import type { FastifyRequest } from 'fastify'
import type { AppError } from '../errors.js'
import type { Meter } from '../platform/telemetry/meter.js'
import type { RequestStats } from '../platform/telemetry/request-stats.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the response is still pending. False for sockets. */
    isAwaitingResponse: boolean
  }
}

const unmatchedRoute = 'unmatched'
const otherMethod = 'other'
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts requests and their errors, and measures their duration. */
export function requestMetrics(meter: Meter) {
  function countErrors(stats: RequestStats | null): void {
    for (const code of stats?.errors ?? []) meter.add('fitness_errors_total', { code })
  }

  return {
    countErrors,

    countRequest(request: FastifyRequest, status: number): void {
      meter.add('fitness_http_requests_total', { status, ...labelsOf(request) })
      countErrors(request.stats)
    },

    /** @param duration in milliseconds */
    recordDuration(request: FastifyRequest, duration: number): void {
      meter.time('fitness_http_request_duration_seconds', labelsOf(request), duration)
    },

    /** Counts a request with a malformed URL, which has no route. */
    countUnrouted({ method, stats }: FastifyRequest, status: number): void {
      meter.add('fitness_http_requests_total', { method: methodOf(method), route: unmatchedRoute, status })
      countErrors(stats)
    },

    /** Counts bytes that could not be parsed as a request. */
    countMalformed({ statusCode: status, code }: AppError): void {
      meter.add('fitness_http_requests_total', { method: otherMethod, route: unmatchedRoute, status })
      meter.add('fitness_errors_total', { code })
    },
  }
}

const methodOf = (method: string) => (knownMethods.has(method) ? method : otherMethod)

const labelsOf = ({ method, routeOptions }: FastifyRequest) => ({
  method: methodOf(method),
  route: routeOptions.url ?? unmatchedRoute,
})

/**
 * Counts the requests in progress. A counter instead of a Set: a Set that is filled and emptied keeps being reallocated, and
 * each old table references the next, so that requests are retained until a full garbage collection.
 */
export function requestsInFlight(meter: Meter) {
  let count = 0
  meter.gauge('fitness_http_requests_in_flight', {}, () => count)

  return {
    begin(request: FastifyRequest): void {
      count++
      request.isAwaitingResponse = true
    },

    /** @returns false if the request has ended before, or is a socket */
    end(request: FastifyRequest): boolean {
      if (!request.isAwaitingResponse) return false
      count--
      request.isAwaitingResponse = false
      return true
    },
  }
}
