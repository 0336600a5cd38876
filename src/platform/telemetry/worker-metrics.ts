import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import { seconds } from '../../lib/quantities.js'
import type { Channel } from '../primary/channel.js'
import type { PrimaryLink } from '../primary/primary-link.js'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]
type Link = Pick<Channel, 'request' | 'on'>

const [readTimeout, lastReadTimeout] = [2 * seconds, 5 * seconds]

/** Has the primary read this worker's metrics. @returns has it read them for the last time */
export function exposeMetricsToPrimary(registry: Registry, primary: Pick<PrimaryLink, 'request' | 'on'>) {
  const read = async () => ((await registry.getMetricsAsJSON()) as Metrics).map(finiteValues)
  primary.on('metrics', read)
  return async () => {
    await primary.request('metrics.last', await read(), lastReadTimeout)
  }
}

/** What was not measured yet is no number, and would be none of all workers. */
const finiteValues = (metric: Metrics[number]) => ({
  ...metric,
  values: metric.values.filter(({ value }) => Number.isFinite(value)),
})

/**
 * The metrics of all workers as one: what is counted is added up, those included that have ended, so that it never
 * falls; of what goes up and down each metric says itself whether it is a sum or a mean.
 */
export function aggregateWorkerMetrics() {
  const latest = new Map<Link, Metrics>()
  const links = new Set<Link>()
  let ended: Promise<Metrics> = Promise.resolve([])

  async function read(link: Link): Promise<Metrics> {
    try {
      const metrics = (await link.request('metrics', null, readTimeout)) as Metrics
      if (links.has(link)) latest.set(link, metrics)
      return metrics
    } catch {
      // It is about to end, or has just begun.
      return countersOf(latest.get(link) ?? [])
    }
  }

  return {
    /** @returns ends that the worker is one of them */
    connect(link: Link): () => void {
      links.add(link)
      link.on('metrics.last', metrics => void latest.set(link, metrics as Metrics))
      return () => {
        const last = latest.get(link)
        links.delete(link)
        latest.delete(link)
        if (last)
          ended = ended.then(
            before => sumMetrics([before, countersOf(last)]).getMetricsAsJSON() as Promise<Metrics>,
          )
      }
    },

    async metrics(): Promise<string> {
      const living = await Promise.all([...links].map(read))
      return sumMetrics([await ended, ...living]).metrics()
    },
  }
}

const countersOf = (metrics: Metrics) =>
  // Its types say that it is a number; it is a word.
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

const sumMetrics = (metrics: Metrics[]): Registry => AggregatorRegistry.aggregate(metrics)
