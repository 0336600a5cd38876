import type {
  CounterLabels,
  CounterName,
  GaugeLabels,
  GaugeName,
  HistogramLabels,
  HistogramName,
} from './metric-definitions.js'

/** Takes down what happens, for whoever watches the service. */
export interface Meter {
  /** Whether anybody watches. */
  readonly isEnabled: boolean
  add<N extends CounterName>(metric: N, labels: CounterLabels<N>, by?: number): void
  /** @param milliseconds told in seconds */
  time<N extends HistogramName>(metric: N, labels: HistogramLabels<N>, milliseconds: number): void
  /** Reads the value whenever somebody looks. One metric may have several sources, which are added up. */
  gauge<N extends GaugeName>(metric: N, labels: GaugeLabels<N>, read: () => number): void
}

/** Where nobody watches. */
export const noMeter: Meter = {
  isEnabled: false,
  add: () => undefined,
  time: () => undefined,
  gauge: () => undefined,
}

/** Is told of each look into a cache, and whether it had what was looked for. */
export type OnLookup = (isHit: boolean) => void

/** Counts looks into a cache. */
export const countLookups =
  (meter: Meter, cache: string): OnLookup =>
  isHit =>
    meter.add('fitness_cache_requests_total', { cache, result: isHit ? 'hit' : 'miss' })

/** Takes down what a cache is asked, and how much is in it. */
export interface CacheMetrics {
  onLookup: OnLookup
  /** @param count how many entries it has now */
  onCreated(count: () => number): void
}

export const cacheMetrics = (meter: Meter, cache: string): CacheMetrics => ({
  onLookup: countLookups(meter, cache),
  onCreated: count => meter.gauge('fitness_cache_entries', { cache }, count),
})
