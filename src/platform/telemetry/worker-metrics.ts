import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import { seconds } from '../../lib/quantities.js'
import type { Channel } from '../primary/channel.js'
import type { PrimaryLink } from '../primary/primary-link.js'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]
type WorkerChannel = Pick<Channel, 'request' | 'on'>

const readTimeout = 2 * seconds
/** The timeout of the metrics that a worker sends before it exits. */
const lastMetricsTimeout = 5 * seconds

/** Lets the primary read the metrics of this worker. @returns a function that sends them for the last time */
export function exposeMetricsToPrimary(registry: Registry, primary: Pick<PrimaryLink, 'request' | 'on'>) {
  const read = async () => ((await registry.getMetricsAsJSON()) as Metrics).map(finiteValues)
  primary.on('metrics', read)
  return async () => {
    await primary.request('metrics.last', await read(), lastMetricsTimeout)
  }
}

/** Values that were not measured yet are NaN, and would turn the sum over all workers into NaN. */
const finiteValues = (metric: Metrics[number]) => ({
  ...metric,
  values: metric.values.filter(({ value }) => Number.isFinite(value)),
})

/**
 * Aggregates the metrics of all workers. Counters include workers that have exited, so that they never decrease. Each
 * gauge defines itself whether it is summed or averaged.
 */
export function aggregateWorkerMetrics() {
  const latest = new Map<WorkerChannel, Metrics>()
  const channels = new Set<WorkerChannel>()
  let exitedCounters: Promise<Metrics> = Promise.resolve([])

  async function read(channel: WorkerChannel): Promise<Metrics> {
    try {
      const metrics = (await channel.request('metrics', null, readTimeout)) as Metrics
      if (channels.has(channel)) latest.set(channel, metrics)
      return metrics
    } catch {
      // The worker is starting or about to exit.
      return countersOf(latest.get(channel) ?? [])
    }
  }

  return {
    /** Adds a worker. @returns a function that removes it */
    connect(channel: WorkerChannel): () => void {
      channels.add(channel)
      channel.on('metrics.last', metrics => void latest.set(channel, metrics as Metrics))
      return () => {
        const last = latest.get(channel)
        channels.delete(channel)
        latest.delete(channel)
        if (last)
          exitedCounters = exitedCounters.then(
            previous => sumMetrics([previous, countersOf(last)]).getMetricsAsJSON() as Promise<Metrics>,
          )
      }
    },

    async metrics(): Promise<string> {
      const active = await Promise.all([...channels].map(read))
      return sumMetrics([await exitedCounters, ...active]).metrics()
    },
  }
}

const countersOf = (metrics: Metrics) =>
  // `type` is a string, although its declared type is a number.
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

const sumMetrics = (metrics: Metrics[]): Registry => AggregatorRegistry.aggregate(metrics)
