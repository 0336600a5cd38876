import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { seconds } from '../../lib/quantities.js'
import { counters, gauges, histograms } from './metric-definitions.js'
import type { GaugeLabels, GaugeName } from './metric-definitions.js'
import type { Meter } from './meter.js'

export interface PrometheusMeter extends Meter {
  /** The registry of all metrics, which can be aggregated over several processes. */
  registry: Registry
}

/** Records the defined metrics and the default metrics of the process: event loop, heap, garbage collection, CPU. */
export function prometheusMeter(): PrometheusMeter {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counts = mapValues(counters, (name, { help, labels }) => {
    return new Counter({ name, help, labelNames: [...labels], registers })
  })
  const times = mapValues(histograms, (name, { help, labels, buckets }) => {
    const options = { name, help, labelNames: [...labels], buckets: [...buckets], registers }
    return new Histogram(options)
  })
  const sources = mapValues(gauges, (name, { help, labels }) => {
    const readers: { labels: GaugeLabels<GaugeName>; read: () => number }[] = []
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      aggregator: 'sum',
      collect() {
        this.reset()
        for (const { labels, read } of readers) this.inc(labels, read())
      },
    })
    return readers
  })

  return {
    isEnabled: true,
    registry,
    add: (metric, labels, by = 1) => counts[metric].inc(labels, by),
    time: (metric, labels, milliseconds) => times[metric].observe(labels, milliseconds / seconds),
    gauge: (metric, labels, read) => void sources[metric].push({ labels, read }),
  }
}

function mapValues<N extends string, V, R>(
  table: Readonly<Record<N, V>>,
  map: (name: N, value: V) => R,
): Record<N, R> {
  const entries = Object.entries(table) as [N, V][]
  return Object.fromEntries(entries.map(([name, value]) => [name, map(name, value)])) as Record<N, R>
}
