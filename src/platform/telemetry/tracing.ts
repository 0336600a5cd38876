/** What is told of a span; names are those of OpenTelemetry's semantic conventions where there are any. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'internal' | 'client' | 'producer' | 'consumer'

export interface SpanOptions {
  attributes?: Attributes
  kind?: SpanKind
  /** The header `traceparent` of what gave rise to it; else it is a part of what is being done. */
  parent?: string | null
  /** It is no part of what is being done. */
  isRoot?: boolean
}

/** Tells a collector what takes how long. */
export interface Tracing {
  readonly isOn: boolean
  /** Does the work as a span; one that fails says so, and nothing of the error but its name. */
  span<T>(name: string, options: SpanOptions, work: () => T): T
  /** Adds to the span of what is being done. */
  tell(attributes: Attributes): void
  /** The headers by which whoever is called joins the trace (W3C Trace Context); empty outside of one. */
  headers(): Record<string, string>
  /** The id of the trace that the caller is in. */
  traceId(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** Where nobody collects. */
export const noTracing: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(),
  tell: () => undefined,
  headers: () => ({}),
  traceId: () => undefined,
  close: async () => undefined,
}
