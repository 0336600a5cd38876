import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import { seconds } from '../../lib/quantities.js'
import type { Channel } from '../primary/channel.js'
import type { PrimaryLink } from '../primary/primary-link.js'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]
type Link = Pick<Channel, 'request' | 'on'>

const [readTimeout, lastReadTimeout] = [2 * seconds, 5 * seconds]

/** Lets the primary read the metrics of this worker. @returns a function that sends them for the last time */
export function exposeMetricsToPrimary(registry: Registry, primary: Pick<PrimaryLink, 'request' | 'on'>) {
  const read = async () => ((await registry.getMetricsAsJSON()) as Metrics).map(finiteValues)
  primary.on('metrics', read)
  return async () => {
    await primary.request('metrics.last', await read(), lastReadTimeout)
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
  const latest = new Map<Link, Metrics>()
  const links = new Set<Link>()
  let exitedCounters: Promise<Metrics> = Promise.resolve([])

  async function read(link: Link): Promise<Metrics> {
    try {
      const metrics = (await link.request('metrics', null, readTimeout)) as Metrics
      if (links.has(link)) latest.set(link, metrics)
      return metrics
    } catch {
      // The worker is starting or about to exit.
      return countersOf(latest.get(link) ?? [])
    }
  }

  return {
    /** Adds a worker. @returns a function that removes it */
    connect(link: Link): () => void {
      links.add(link)
      link.on('metrics.last', metrics => void latest.set(link, metrics as Metrics))
      return () => {
        const last = latest.get(link)
        links.delete(link)
        latest.delete(link)
        if (last)
          exitedCounters = exitedCounters.then(
            previous => sumMetrics([previous, countersOf(last)]).getMetricsAsJSON() as Promise<Metrics>,
          )
      }
    },

    async metrics(): Promise<string> {
      const active = await Promise.all([...links].map(read))
      return sumMetrics([await exitedCounters, ...active]).metrics()
    },
  }
}

const countersOf = (metrics: Metrics) =>
  // `type` is a string, although its declared type is a number.
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

const sumMetrics = (metrics: Metrics[]): Registry => AggregatorRegistry.aggregate(metrics)
