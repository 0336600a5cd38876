import type {
  CounterLabels,
  CounterName,
  GaugeLabels,
  GaugeName,
  HistogramLabels,
  HistogramName,
} from './metric-definitions.js'

/** Records metrics. */
export interface Meter {
  /** True if metrics are enabled. */
  readonly isEnabled: boolean
  add<N extends CounterName>(metric: N, labels: CounterLabels<N>, by?: number): void
  /** Observes a duration in a histogram. @param milliseconds exported in seconds */
  time<N extends HistogramName>(metric: N, labels: HistogramLabels<N>, milliseconds: number): void
  /** Registers a source that is read when metrics are collected. Several sources of one metric are added up. */
  gauge<N extends GaugeName>(metric: N, labels: GaugeLabels<N>, read: () => number): void
}

/** Discards all metrics. */
export const noMeter: Meter = {
  isEnabled: false,
  add: () => undefined,
  time: () => undefined,
  gauge: () => undefined,
}

/** Called with each lookup in a cache. */
export type OnLookup = (isHit: boolean) => void

/** Returns a callback that counts cache lookups. */
export const countLookups =
  (meter: Meter, cache: string): OnLookup =>
  isHit =>
    meter.add('fitness_cache_requests_total', { cache, result: isHit ? 'hit' : 'miss' })

/** Records the lookups and the size of a cache. */
export interface CacheMetrics {
  onLookup: OnLookup
  /** Registers the source of the size. @param count returns the current number of entries */
  trackSize(count: () => number): void
}

export const cacheMetrics = (meter: Meter, cache: string): CacheMetrics => ({
  onLookup: countLookups(meter, cache),
  trackSize: count => meter.gauge('fitness_cache_entries', { cache }, count),
})
