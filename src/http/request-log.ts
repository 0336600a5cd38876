import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AppError } from '../errors.js'
import { createRequestStats, type RequestStats } from '../platform/telemetry/request-stats.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import { logRequest, type RequestInfo } from './request-log-entry.js'
import { redact } from '../lib/redact.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a finished operation of a socket in the same way as a request. */
    logOperation(request: FastifyRequest, outcome: OperationOutcome): void
    /** Logs a request with a malformed URL, which reaches no hook. */
    logUnroutedRequest(request: FastifyRequest, status: number): void
    /** Counts a connection whose bytes could not be parsed as a request. */
    countMalformedRequest(problem: AppError): void
  }
  interface FastifyRequest {
    /** The statistics of the request so far; null before the first hook. */
    stats: RequestStats | null
    /** True if the response is still pending. False for sockets. */
    isAwaitingResponse: boolean
  }
}

interface OperationOutcome {
  stats: RequestStats
  userId: string | undefined
  /** In milliseconds. */
  duration: number
}

interface Options extends Pick<Telemetry, 'meter' | 'requestStats' | 'tracing'> {
  /** Requests that take at least this many milliseconds are logged as warnings. */
  slowThreshold: number
  /** True if database round trips are attributed to requests. */
  hasDatabaseMetrics: boolean
}

const [unmatchedRoute, otherMethod] = ['unmatched', 'other']
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const maxPathLength = 200
/** The status that nginx uses if a client disconnects before it receives the response. */
const clientClosedRequest = 499

/**
 * Collects the statistics of each request, and reports them in one log line and in metrics when the response is sent.
 */
export const requestLog = fp<Options>(async (app, options) => {
  const { meter, requestStats, tracing, slowThreshold, hasDatabaseMetrics } = options
  // A counter instead of a Set: a Set that is filled and emptied keeps being reallocated, and each old table references
  // the next, so that requests are retained until a full garbage collection.
  let open = 0
  meter.gauge('fitness_http_requests_in_flight', {}, () => open)
  const begin = (request: FastifyRequest) => {
    open++
    request.isAwaitingResponse = true
  }
  /** @returns false if the request has ended before, or is a socket */
  const end = (request: FastifyRequest): boolean => {
    if (!request.isAwaitingResponse) return false
    open--
    request.isAwaitingResponse = false
    return true
  }

  app.decorateRequest('stats', null)
  app.decorateRequest('isAwaitingResponse', false)
  app.addHook('onRequest', (request, _reply, done) => {
    // An upgrade to a socket never gets a response.
    if (!request.raw.upgrade) begin(request)
    const stats = createRequestStats(request.id)
    stats.traceId = tracing.traceId()
    request.stats = stats
    requestStats.run(stats, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isAbandoned = !end(request) && !request.raw.upgrade
    if (!isAbandoned) recordResponse(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async request => {
    if (!end(request)) return
    count(request, clientClosedRequest)
    const startedAt = request.stats?.startedAt ?? performance.now()
    const outcome = outcomeOf(request, performance.now() - startedAt, false)
    logRequest(request.log, 'request abandoned', describeRequest(request, clientClosedRequest), outcome)
  })

  function recordResponse(request: FastifyRequest, reply: FastifyReply): void {
    count(request, reply.statusCode)
    meter.time('fitness_http_request_duration_seconds', labelsOf(request), reply.elapsedTime)
    logResponse(request, reply)
  }

  function count(request: FastifyRequest, status: number): void {
    meter.add('fitness_http_requests_total', { status, ...labelsOf(request) })
    countErrors(request.stats)
  }

  app.decorate('logUnroutedRequest', (request, status) => {
    const { method, url, log, stats } = request
    meter.add('fitness_http_requests_total', { method: methodOf(method), route: unmatchedRoute, status })
    countErrors(stats)
    const duration = stats ? performance.now() - stats.startedAt : 0
    logRequest(
      log,
      'request completed',
      { method, path: loggedPath(url), status },
      outcomeOf(request, duration, false),
    )
  })

  app.decorate('countMalformedRequest', ({ statusCode, code }) => {
    meter.add('fitness_http_requests_total', {
      method: otherMethod,
      route: unmatchedRoute,
      status: statusCode,
    })
    meter.add('fitness_errors_total', { code })
  })

  function countErrors(stats: RequestStats | null): void {
    for (const code of stats?.errors ?? []) meter.add('fitness_errors_total', { code })
  }

  function outcomeOf(request: FastifyRequest, duration: number, isSlow: boolean) {
    const stats = request.stats ?? createRequestStats(request.id)
    return { stats, userId: request.viewer?.id, duration, isSlow, hasDatabaseMetrics }
  }

  function logResponse(request: FastifyRequest, reply: FastifyReply): void {
    const duration = reply.elapsedTime
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const isSlow = duration >= slowThreshold && !isStream
    const info = describeRequest(request, reply.statusCode)
    logRequest(request.log, 'request completed', info, outcomeOf(request, duration, isSlow))
  }

  app.decorate('logOperation', (request, { stats, userId, duration }) => {
    countErrors(stats)
    const isSlow = duration >= slowThreshold
    const outcome = { stats, userId, duration, isSlow, hasDatabaseMetrics }
    logRequest(request.log, 'operation completed', { route: request.routeOptions.url }, outcome)
  })
})

const methodOf = (method: string) => (knownMethods.has(method) ? method : otherMethod)

const labelsOf = ({ method, routeOptions }: FastifyRequest) => ({
  method: methodOf(method),
  route: routeOptions.url ?? unmatchedRoute,
})

/** Logs the route pattern, or the redacted path of an unknown address. */
function describeRequest({ method, url, routeOptions }: FastifyRequest, status: number): RequestInfo {
  const route = routeOptions.url
  if (route !== undefined) return { method, route, status }
  return { method, path: loggedPath(url), status }
}

const loggedPath = (url: string) => redact((url.split('?')[0] ?? '').slice(0, maxPathLength))
