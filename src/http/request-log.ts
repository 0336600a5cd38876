import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AppError } from '../errors.js'
import { createRequestStats, type RequestStats } from '../platform/telemetry/request-stats.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import { logRequest, type RequestInfo } from './request-log-entry.js'
import { redact } from '../lib/redact.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells what an operation over a socket has done, as if it were a request of its own. */
    logOperation(request: FastifyRequest, done: OperationOutcome): void
    /** Tells of a request that no hook has seen, since its address cannot be read. */
    logUnroutedRequest(request: FastifyRequest, status: number): void
    /** Counts what was answered without being understood. */
    countMalformedRequest(problem: AppError): void
  }
  interface FastifyRequest {
    /** What it has done so far. */
    activity: RequestStats | null
    /** Whether it waits for its answer. */
    isAwaitingResponse: boolean
  }
}

interface OperationOutcome {
  activity: RequestStats
  userId: string | undefined
  /** In milliseconds. */
  duration: number
}

interface Options extends Pick<Telemetry, 'meter' | 'requestStats' | 'tracing'> {
  /** From how many milliseconds on a request is a warning. */
  slowThreshold: number
  /** Whether it is known which request code works for. */
  hasDatabaseMetrics: boolean
}

const [unmatchedRoute, otherMethod] = ['unmatched', 'other']
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const maxPathLength = 200
/** What is counted where a client was gone before it had its answer; nginx made the number common. */
const clientClosedRequest = 499

/** Takes down what each request does, and tells of it when it is answered: in one line, and in numbers. */
export const requestLog = fp<Options>(async (app, options) => {
  const { meter, requestStats, tracing, slowThreshold, hasDatabaseMetrics } = options
  // No Set of them: one that is filled and emptied is made anew over and over, each points to the next one and to what
  // was in it, and so requests are kept until a full collection.
  let open = 0
  meter.gauge('fitness_http_requests_in_flight', {}, () => open)
  const begin = (request: FastifyRequest) => {
    open++
    request.isAwaitingResponse = true
  }
  /** @returns false where it had ended before, or never was a request that waits */
  const end = (request: FastifyRequest): boolean => {
    if (!request.isAwaitingResponse) return false
    open--
    request.isAwaitingResponse = false
    return true
  }

  app.decorateRequest('activity', null)
  app.decorateRequest('isAwaitingResponse', false)
  app.addHook('onRequest', (request, _reply, done) => {
    // A socket is no request for long, and is never answered.
    if (!request.raw.headers.upgrade) begin(request)
    const activity = createRequestStats(request.id)
    activity.traceId = tracing.traceId()
    request.activity = activity
    requestStats.run(activity, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isAbandoned = !end(request) && !request.raw.headers.upgrade
    if (!isAbandoned) answered(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async request => {
    if (!end(request)) return
    count(request, clientClosedRequest)
    const begun = request.activity?.startedAt ?? performance.now()
    const done = doneOf(request, performance.now() - begun, false)
    logRequest(request.log, 'request abandoned', describeRequest(request, clientClosedRequest), done)
  })

  function answered(request: FastifyRequest, reply: FastifyReply): void {
    count(request, reply.statusCode)
    meter.time('fitness_http_request_duration_seconds', labelsOf(request), reply.elapsedTime)
    tell(request, reply)
  }

  function count(request: FastifyRequest, status: number): void {
    meter.add('fitness_http_requests_total', { status, ...labelsOf(request) })
    countErrors(request.activity)
  }

  app.decorate('logUnroutedRequest', (request, status) => {
    const { method, url, log, activity } = request
    meter.add('fitness_http_requests_total', { method: methodOf(method), route: unmatchedRoute, status })
    countErrors(activity)
    const duration = activity ? performance.now() - activity.startedAt : 0
    logRequest(
      log,
      'request answered',
      { method, path: loggedPath(url), status },
      doneOf(request, duration, false),
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

  function countErrors(activity: RequestStats | null): void {
    for (const code of activity?.errors ?? []) meter.add('fitness_errors_total', { code })
  }

  function doneOf(request: FastifyRequest, duration: number, isSlow: boolean) {
    const activity = request.activity ?? createRequestStats(request.id)
    return { activity, userId: request.viewer?.id, duration, isSlow, hasDatabaseMetrics }
  }

  function tell(request: FastifyRequest, reply: FastifyReply): void {
    const duration = reply.elapsedTime
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const isSlow = duration >= slowThreshold && !isStream
    const asked = describeRequest(request, reply.statusCode)
    logRequest(request.log, 'request answered', asked, doneOf(request, duration, isSlow))
  }

  app.decorate('logOperation', (request, { activity, userId, duration }) => {
    countErrors(activity)
    const isSlow = duration >= slowThreshold
    const done = { activity, userId, duration, isSlow, hasDatabaseMetrics }
    logRequest(request.log, 'operation answered', { route: request.routeOptions.url }, done)
  })
})

const methodOf = (method: string) => (knownMethods.has(method) ? method : otherMethod)

const labelsOf = ({ method, routeOptions }: FastifyRequest) => ({
  method: methodOf(method),
  route: routeOptions.url ?? unmatchedRoute,
})

/** Of addresses that nobody serves the path is told, without what may be somebody's. */
function describeRequest({ method, url, routeOptions }: FastifyRequest, status: number): RequestInfo {
  const route = routeOptions.url
  if (route !== undefined) return { method, route, status }
  return { method, path: loggedPath(url), status }
}

const loggedPath = (url: string) => redact((url.split('?')[0] ?? '').slice(0, maxPathLength))
