import type { PrimaryLink } from '../primary/primary-link.js'
import { asyncRequestStats, noRequestStats, type RequestStatsContext } from './request-stats.js'
import { noMeter, type Meter } from './meter.js'
import type { PrometheusMeter } from './prometheus.js'
import { noTracing, type Tracing } from './tracing.js'

/** What is told about the service, in three ways: numbers, traces, and what a request did. */
export interface Telemetry {
  meter: Meter
  tracing: Tracing
  requestStats: RequestStatsContext
  close(): Promise<void>
}

export interface TelemetryOptions {
  /** Whether numbers are counted. */
  metrics: boolean
  /** Whether it is known which request code works for. */
  tracksRequestStats: boolean
  /** Where traces go, if anywhere: an address of OTLP. */
  tracesEndpoint: string | undefined
  /** Who tells the numbers, where this process is one of several. */
  primary?: PrimaryLink | undefined
}

/** Where nobody wants to know anything. */
export const noTelemetry: Telemetry = {
  ...{ meter: noMeter, tracing: noTracing, requestStats: noRequestStats },
  close: async () => undefined,
}

/** What is not asked for is not even loaded. */
export async function openTelemetry({
  metrics,
  tracksRequestStats,
  tracesEndpoint,
  primary,
}: TelemetryOptions) {
  const prometheus: PrometheusMeter | undefined = metrics
    ? (await import('./prometheus.js')).prometheusMeter()
    : undefined
  const tracing =
    tracesEndpoint === undefined
      ? noTracing
      : (await import('./opentelemetry.js')).openTelemetryTracing(tracesEndpoint)
  const farewell =
    prometheus && primary
      ? (await import('./worker-metrics.js')).exposeMetricsToPrimary(prometheus.registry, primary)
      : async () => undefined
  return {
    /** What numbers are read from, where they are counted and nobody else tells them. */
    prometheus: primary ? undefined : prometheus,
    meter: prometheus ?? noMeter,
    tracing,
    requestStats: tracksRequestStats ? asyncRequestStats() : noRequestStats,
    async close() {
      // Where the primary is gone, nobody wants to know.
      await Promise.all([tracing.close(), farewell().catch(() => undefined)])
    },
  }
}

export type OpenTelemetry = Awaited<ReturnType<typeof openTelemetry>>
