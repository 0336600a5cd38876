import { Counter, Gauge, Registry } from 'prom-client'
import { aggregateWorkerMetrics } from '../platform/telemetry/worker-metrics.js'
import type { WorkerPool } from './worker-pool.js'

/** The metrics that the primary serves: the aggregated metrics of its workers, and its own. */
export function primaryMetrics(workers: Pick<WorkerPool, 'size' | 'crashCount'>) {
  const own = new Registry()
  const registers = [own]
  new Gauge({
    name: 'fitness_workers_ready',
    help: 'Worker processes that are ready.',
    registers,
    collect() {
      this.set(workers.size())
    },
  })
  new Counter({
    name: 'fitness_workers_crashed_total',
    help: 'Worker processes that exited unexpectedly.',
    registers,
    collect() {
      this.reset()
      this.inc(workers.crashCount())
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
