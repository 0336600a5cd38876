import type { FastifyPluginCallback } from 'fastify'

/** Span attributes. Names follow the semantic conventions of OpenTelemetry where these define any. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'internal' | 'client' | 'producer'

interface SpanOptions {
  attributes?: SpanAttributes
  kind?: SpanKind
  /** The `traceparent` of the parent span. By default, the parent is the current span. */
  parent?: string | null
  /** True to start a new trace outside of a trace. By default, no span is created there. */
  startsTrace?: boolean
}

/** Creates spans. */
export interface Tracing {
  readonly isEnabled: boolean
  /** The plugin that creates a span per request. Register it before all routes. */
  readonly requests: FastifyPluginCallback | undefined
  /** Runs work in a span. If it fails, the span records only the name of the error. */
  span<T>(name: string, options: SpanOptions, work: () => T): T
  /** Returns the W3C Trace Context headers for outgoing requests; empty outside of a trace. */
  headers(): Record<string, string>
  /** Returns the id of the current trace. */
  traceId(): string | undefined
  /** Exports the remaining spans. */
  close(): Promise<void>
}

export const noTracing: Tracing = {
  isEnabled: false,
  requests: undefined,
  span: (_name, _options, work) => work(),
  headers: () => ({}),
  traceId: () => undefined,
  close: async () => undefined,
}
