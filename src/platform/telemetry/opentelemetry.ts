import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind as OtelSpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api'
import fastifyOtel from '@fastify/otel'
import contextAsyncHooks from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyRequest } from 'fastify'
import { redact } from '../../lib/redact.js'
import type { SpanKind, Tracing } from './tracing.js'

const service = 'fitness-training-service'
const maxPathLength = 200
const spanKinds: Record<SpanKind, OtelSpanKind> = {
  internal: OtelSpanKind.INTERNAL,
  client: OtelSpanKind.CLIENT,
  producer: OtelSpanKind.PRODUCER,
}

/**
 * Exports traces to an OpenTelemetry collector, as JSON over HTTP. The OpenTelemetry packages read further environment
 * variables (sampler, headers, resource attributes).
 * @param endpoint the OTLP endpoint, such as http://localhost:4318
 */
export function openTelemetryTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [redactSpans, new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer(service)
  const contexts = new contextAsyncHooks.AsyncLocalStorageContextManager().enable()
  // Set them globally, because the Fastify plugin uses only the global context manager and propagator.
  context.setGlobalContextManager(contexts)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())

  return {
    isEnabled: true,
    requests: requestSpans(provider),
    span(name, { attributes = {}, kind = 'internal', parent, startsTrace = false }, work) {
      const active = context.active()
      const parentContext = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : active
      // Work outside of a trace, such as scheduled jobs, creates no spans unless it starts a trace.
      if (!trace.getSpanContext(parentContext) && !startsTrace) return work()
      const span = tracer.startSpan(name, { attributes, kind: spanKinds[kind] }, parentContext)
      return context.with(trace.setSpan(parentContext, span), () => endSpan(span, work))
    },
    headers() {
      const carrier: Record<string, string> = {}
      propagation.inject(context.active(), carrier)
      return carrier
    },
    traceId: () => trace.getSpanContext(context.active())?.traceId,
    async close() {
      await provider.shutdown()
      context.disable()
      propagation.disable()
    },
  }
}

/** Records only the name of an error, because its message can contain personal data. */
function endSpan<T>(span: Span, work: () => T): T {
  const fail = (error: unknown): never => {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    throw error
  }
  try {
    const result = work()
    if (result instanceof Promise)
      return result.then((value: unknown) => {
        span.end()
        return value
      }, fail) as T
    span.end()
    return result
  } catch (error) {
    return fail(error)
  }
}

/** Creates one span per request, without spans for its hooks and handlers. */
function requestSpans(provider: BasicTracerProvider) {
  const instrumentation = new fastifyOtel.FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook(span: Span, { method, url, routeOptions }: FastifyRequest) {
      span.updateName(`${method} ${routeOptions.url ?? 'unmatched'}`)
      // Omit the query string, because it can contain tokens of links and signed URLs.
      span.setAttribute('url.path', redact((url.split('?')[0] ?? '').slice(0, maxPathLength)))
    },
  })
  instrumentation.setTracerProvider(provider)
  return instrumentation.plugin()
}

/** Removes error messages from spans, and does not report client errors (status below 500) as failures. */
const redactSpans: SpanProcessor = {
  onStart: () => undefined,
  onEnd({ kind, status, attributes }) {
    delete status.message
    const code = Number(attributes['http.response.status_code'])
    if (kind === OtelSpanKind.SERVER && code < 500) status.code = SpanStatusCode.UNSET
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
}
