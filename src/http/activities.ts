import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AppError } from '../errors.js'
import { newActivity, type Activity } from '../platform/telemetry/activity.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import { tellActivity, type Asked } from './activity-line.js'
import { redact } from '../lib/redact.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells what an operation over a socket has done, as if it were a request of its own. */
    tellOperation(request: FastifyRequest, done: OperationDone): void
    /** Tells of a request that no hook has seen, since its address cannot be read. */
    tellUnrouted(request: FastifyRequest, status: number): void
    /** Counts what was answered without being understood. */
    countUnreadable(problem: AppError): void
  }
  interface FastifyRequest {
    /** What it has done so far. */
    activity: Activity | null
    /** Whether it waits for its answer. */
    isOpen: boolean
  }
}

interface OperationDone {
  activity: Activity
  userId: string | undefined
  /** In milliseconds. */
  duration: number
}

interface Options extends Pick<Telemetry, 'meter' | 'activities' | 'tracing'> {
  /** From how many milliseconds on a request is a warning. */
  slow: number
  /** Whether it is known which request code works for. */
  isCarried: boolean
}

const [unmatched, otherMethod] = ['unmatched', 'other']
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const longestPath = 200
/** What is counted where a client was gone before it had its answer; nginx made the number common. */
const abandoned = 499

/** Takes down what each request does, and tells of it when it is answered: in one line, and in numbers. */
export const requestActivities = fp<Options>(async (app, options) => {
  const { meter, activities, tracing, slow, isCarried } = options
  // No Set of them: one that is filled and emptied is made anew over and over, each points to the next one and to what
  // was in it, and so requests are kept until a full collection.
  let open = 0
  meter.gauge('fitness_http_requests_in_flight', {}, () => open)
  const begin = (request: FastifyRequest) => {
    open++
    request.isOpen = true
  }
  /** @returns false where it had ended before, or never was a request that waits */
  const end = (request: FastifyRequest): boolean => {
    if (!request.isOpen) return false
    open--
    request.isOpen = false
    return true
  }

  app.decorateRequest('activity', null)
  app.decorateRequest('isOpen', false)
  app.addHook('onRequest', (request, _reply, done) => {
    // A socket is no request for long, and is never answered.
    if (!request.raw.headers.upgrade) begin(request)
    const activity = newActivity(request.id)
    activity.traceId = tracing.traceId()
    request.activity = activity
    activities.run(activity, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isAbandoned = !end(request) && !request.raw.headers.upgrade
    if (!isAbandoned) answered(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async request => {
    if (!end(request)) return
    count(request, abandoned)
    const begun = request.activity?.begun ?? performance.now()
    const done = doneOf(request, performance.now() - begun, false)
    tellActivity(request.log, 'request abandoned', about(request, abandoned), done)
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

  app.decorate('tellUnrouted', (request, status) => {
    const { method, url, log, activity } = request
    meter.add('fitness_http_requests_total', { method: methodOf(method), route: unmatched, status })
    countErrors(activity)
    const duration = activity ? performance.now() - activity.begun : 0
    tellActivity(
      log,
      'request answered',
      { method, path: shown(url), status },
      doneOf(request, duration, false),
    )
  })

  app.decorate('countUnreadable', ({ statusCode, code }) => {
    meter.add('fitness_http_requests_total', { method: otherMethod, route: unmatched, status: statusCode })
    meter.add('fitness_errors_total', { code })
  })

  function countErrors(activity: Activity | null): void {
    for (const code of activity?.errors ?? []) meter.add('fitness_errors_total', { code })
  }

  function doneOf(request: FastifyRequest, duration: number, isSlow: boolean) {
    const activity = request.activity ?? newActivity(request.id)
    return { activity, userId: request.viewer?.id, duration, isSlow, isCarried }
  }

  function tell(request: FastifyRequest, reply: FastifyReply): void {
    const duration = reply.elapsedTime
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const isSlow = duration >= slow && !isStream
    const asked = about(request, reply.statusCode)
    tellActivity(request.log, 'request answered', asked, doneOf(request, duration, isSlow))
  }

  app.decorate('tellOperation', (request, { activity, userId, duration }) => {
    countErrors(activity)
    const isSlow = duration >= slow
    const done = { activity, userId, duration, isSlow, isCarried }
    tellActivity(request.log, 'operation answered', { route: request.routeOptions.url }, done)
  })
})

const methodOf = (method: string) => (knownMethods.has(method) ? method : otherMethod)

const labelsOf = ({ method, routeOptions }: FastifyRequest) => ({
  method: methodOf(method),
  route: routeOptions.url ?? unmatched,
})

/** Of addresses that nobody serves the path is told, without what may be somebody's. */
function about({ method, url, routeOptions }: FastifyRequest, status: number): Asked {
  const route = routeOptions.url
  if (route !== undefined) return { method, route, status }
  return { method, path: shown(url), status }
}

const shown = (url: string) => redact((url.split('?')[0] ?? '').slice(0, longestPath))
