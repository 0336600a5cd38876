import type { CounterLabels, CounterName, GaugeName, HistogramLabels, HistogramName } from './catalogue.js'

/** Takes down what happens, for whoever watches the service. */
export interface Meter {
  /** Whether anybody watches. */
  readonly isOn: boolean
  add<N extends CounterName>(metric: N, labels: CounterLabels<N>, by?: number): void
  /** @param milliseconds told in seconds */
  time<N extends HistogramName>(metric: N, labels: HistogramLabels<N>, milliseconds: number): void
  /** Reads the value whenever somebody looks. One metric may have several sources, which are added up. */
  gauge(metric: GaugeName, read: () => number): void
}

/** Where nobody watches. */
export const noMeter: Meter = {
  isOn: false,
  add: () => undefined,
  time: () => undefined,
  gauge: () => undefined,
}

/** Counts looks into a cache. */
export const cacheCounter =
  (meter: Meter, cache: string) =>
  (isHit: boolean): void =>
    meter.add('fitness_cache_requests_total', { cache, result: isHit ? 'hit' : 'miss' })
