import type { FastifyPluginCallback } from 'fastify'

/** What is told of a span; names are those of OpenTelemetry's semantic conventions where there are any. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'internal' | 'client' | 'producer'

export interface SpanOptions {
  attributes?: SpanAttributes
  kind?: SpanKind
  /** The header `traceparent` of what gave rise to it; else it is a part of what is being done. */
  parent?: string | null
  /** Whether it has a trace of its own where it is a part of none; else it is none either. */
  startsTrace?: boolean
}

/** Tells a collector what takes how long. */
export interface Tracing {
  readonly isEnabled: boolean
  /** A span for each request; to be registered before every route. */
  readonly requests: FastifyPluginCallback | undefined
  /** Does the work as a span; one that fails says so, and nothing of the error but its kind. */
  span<T>(name: string, options: SpanOptions, work: () => T): T
  /** The headers by which whoever is called joins the trace (W3C Trace Context); empty outside of one. */
  headers(): Record<string, string>
  /** The id of the trace that the caller is in. */
  traceId(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** Where nobody collects. */
export const noTracing: Tracing = {
  isEnabled: false,
  requests: undefined,
  span: (_name, _options, work) => work(),
  headers: () => ({}),
  traceId: () => undefined,
  close: async () => undefined,
}
