import { Counter, Gauge, Registry } from 'prom-client'
import { aggregateWorkerMetrics } from '../platform/telemetry/worker-metrics.js'
import type { WorkerPool } from './worker-pool.js'

/** What the primary tells of its workers: their metrics as one, and how they are. */
export function primaryMetrics(workers: Pick<WorkerPool, 'size' | 'deaths'>) {
  const own = new Registry()
  const registers = [own]
  new Gauge({
    ...{ name: 'fitness_workers_serving', help: 'Processes that serve.', registers },
    collect() {
      this.set(workers.size())
    },
  })
  new Counter({
    ...{ name: 'fitness_workers_died_total', help: 'Processes that ended unasked.', registers },
    collect() {
      this.reset()
      this.inc(workers.deaths())
    },
  })
  const { connect, metrics } = aggregateWorkerMetrics()
  return {
    connect,
    registry: {
      contentType: own.contentType,
      metrics: async () => `${await metrics()}\n${await own.metrics()}`,
    },
  }
}
