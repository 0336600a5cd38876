import type { Primary } from '../primary/link.js'
import { carriedActivities, noActivities, type Activities } from './activity.js'
import { noMeter, type Meter } from './meter.js'
import type { PrometheusMeter } from './prometheus.js'
import { noTracing, type Tracing } from './tracing.js'

/** What is told about the service, in three ways: numbers, traces, and what a request did. */
export interface Telemetry {
  meter: Meter
  tracing: Tracing
  activities: Activities
  close(): Promise<void>
}

export interface TelemetryOptions {
  /** Whether numbers are counted. */
  metrics: boolean
  /** Whether it is known which request code works for. */
  carriesActivities: boolean
  /** Where traces go, if anywhere: an address of OTLP. */
  tracesTo: string | undefined
  /** Who tells the numbers, where this process is one of several. */
  primary?: Primary | undefined
}

/** Where nobody wants to know anything. */
export const noTelemetry: Telemetry = {
  ...{ meter: noMeter, tracing: noTracing, activities: noActivities },
  close: async () => undefined,
}

/** What is not asked for is not even loaded. */
export async function openTelemetry({ metrics, carriesActivities, tracesTo, primary }: TelemetryOptions) {
  const prometheus: PrometheusMeter | undefined = metrics
    ? (await import('./prometheus.js')).prometheusMeter()
    : undefined
  const tracing =
    tracesTo === undefined ? noTracing : (await import('./opentelemetry.js')).openTelemetryTracing(tracesTo)
  const farewell =
    prometheus && primary
      ? (await import('./of-workers.js')).metricsForPrimary(prometheus.registry, primary)
      : async () => undefined
  return {
    /** What numbers are read from, where they are counted and nobody else tells them. */
    prometheus: primary ? undefined : prometheus,
    meter: prometheus ?? noMeter,
    tracing,
    activities: carriesActivities ? carriedActivities() : noActivities,
    async close() {
      // Where the primary is gone, nobody wants to know.
      await Promise.all([tracing.close(), farewell().catch(() => undefined)])
    },
  }
}

export type OpenTelemetry = Awaited<ReturnType<typeof openTelemetry>>
