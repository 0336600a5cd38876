import type { PrimaryLink } from '../primary/primary-link.js'
import { asyncRequestStats, noRequestStats, type RequestStatsContext } from './request-stats.js'
import { noMeter, type Meter } from './meter.js'
import type { PrometheusMeter } from './prometheus.js'
import { noTracing, type Tracing } from './tracing.js'

/** Metrics, traces and request statistics. */
export interface Telemetry {
  meter: Meter
  tracing: Tracing
  requestStats: RequestStatsContext
  close(): Promise<void>
}

interface TelemetryOptions {
  /** True if metrics are recorded. */
  metrics: boolean
  /** True if request statistics are tracked. */
  tracksRequestStats: boolean
  /** The OTLP endpoint for traces, if any. */
  tracesEndpoint: string | undefined
  /** The link to the primary, which serves the metrics of all workers, if this process is a worker. */
  primary?: PrimaryLink | undefined
}

export const noTelemetry: Telemetry = {
  meter: noMeter,
  tracing: noTracing,
  requestStats: noRequestStats,
  close: async () => undefined,
}

/** Creates the enabled parts of the telemetry. The modules of disabled parts are not loaded. */
export async function createTelemetry({
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
  const sendLastMetrics =
    prometheus && primary
      ? (await import('./worker-metrics.js')).exposeMetricsToPrimary(prometheus.registry, primary)
      : async () => undefined
  return {
    /** The source of metrics, if this process serves its own metrics. */
    prometheus: primary ? undefined : prometheus,
    meter: prometheus ?? noMeter,
    tracing,
    requestStats: tracksRequestStats ? asyncRequestStats() : noRequestStats,
    async close() {
      // Ignore the error if the primary has exited.
      await Promise.all([tracing.close(), sendLastMetrics().catch(() => undefined)])
    },
  }
}

export type ProcessTelemetry = Awaited<ReturnType<typeof createTelemetry>>
