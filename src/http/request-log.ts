import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AppError } from '../errors.js'
import { redact } from '../lib/redact.js'
import { createRequestStats, type RequestStats } from '../platform/telemetry/request-stats.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import { logRequest, type RequestInfo } from './request-log-entry.js'
import { requestMetrics, requestsInFlight } from './request-metrics.js'

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
  }
}

export interface OperationOutcome {
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

const maxPathLength = 200
/** The status that nginx uses if a client disconnects before it receives the response. */
const clientClosedRequest = 499

/**
 * Collects the statistics of each request, and reports them in one log line and in metrics when the response is sent.
 */
export const requestLog = fp<Options>(async (app, options) => {
  const { meter, requestStats, tracing, slowThreshold, hasDatabaseMetrics } = options
  const metrics = requestMetrics(meter)
  const inFlight = requestsInFlight(meter)

  app.decorateRequest('stats', null)
  app.decorateRequest('isAwaitingResponse', false)
  app.addHook('onRequest', (request, _reply, done) => {
    // An upgrade to a socket never gets a response.
    if (!request.raw.upgrade) inFlight.begin(request)
    const stats = createRequestStats(request.id)
    stats.traceId = tracing.traceId()
    request.stats = stats
    requestStats.run(stats, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isAbandoned = !inFlight.end(request) && !request.raw.upgrade
    if (!isAbandoned) reportResponse(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async request => {
    if (!inFlight.end(request)) return
    metrics.countRequest(request, clientClosedRequest)
    const info = describeRequest(request, clientClosedRequest)
    logRequest(request.log, 'request abandoned', info, outcomeOf(request, elapsedTime(request)))
  })

  function reportResponse(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode, elapsedTime: duration } = reply
    metrics.countRequest(request, statusCode)
    metrics.recordDuration(request, duration)
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const isSlow = duration >= slowThreshold && !isStream
    const info = describeRequest(request, statusCode)
    logRequest(request.log, 'request completed', info, outcomeOf(request, duration, isSlow))
  }

  function outcomeOf(request: FastifyRequest, duration: number, isSlow = false) {
    const stats = request.stats ?? createRequestStats(request.id)
    return { stats, userId: request.viewer?.id, duration, isSlow, hasDatabaseMetrics }
  }

  app.decorate('logOperation', (request, { stats, userId, duration }) => {
    metrics.countErrors(stats)
    const outcome = { stats, userId, duration, isSlow: duration >= slowThreshold, hasDatabaseMetrics }
    logRequest(request.log, 'operation completed', { route: request.routeOptions.url }, outcome)
  })

  app.decorate('logUnroutedRequest', (request, status) => {
    metrics.countUnrouted(request, status)
    const info = { method: request.method, path: loggedPath(request.url), status }
    logRequest(request.log, 'request completed', info, outcomeOf(request, elapsedTime(request)))
  })

  app.decorate('countMalformedRequest', metrics.countMalformed)
})

/** Returns the milliseconds since the first hook; 0 before it. */
const elapsedTime = ({ stats }: FastifyRequest): number => (stats ? performance.now() - stats.startedAt : 0)

/** Logs the route pattern, or the redacted path of an unknown address. */
function describeRequest({ method, url, routeOptions }: FastifyRequest, status: number): RequestInfo {
  const route = routeOptions.url
  if (route !== undefined) return { method, route, status }
  return { method, path: loggedPath(url), status }
}

const loggedPath = (url: string) => redact((url.split('?')[0] ?? '').slice(0, maxPathLength))
