import type { FastifyBaseLogger } from 'fastify'
import { measureDuration } from '../../lib/measure-duration.js'
import type { DatabaseCommand, DatabaseInstrumentation } from '../database/instrumentation.js'
import type { RequestStats } from './request-stats.js'
import type { Telemetry } from './telemetry.js'

interface Dependencies extends Pick<Telemetry, 'meter' | 'requestStats' | 'tracing'> {
  log: FastifyBaseLogger
  /** The duration in milliseconds from which on a command is logged as slow. */
  slowThreshold: number
}

const maxLoggedFields = 10

/** Records metrics, spans and request statistics of each database command, and logs slow commands. */
export function instrumentDatabase({
  meter,
  requestStats,
  tracing,
  log,
  slowThreshold,
}: Dependencies): DatabaseInstrumentation {
  /** The requests that wait for the next batch of reads by id, by collection. */
  const waiting = new Map<string, Set<RequestStats>>()

  const measure = <T>(command: DatabaseCommand, requests: Iterable<RequestStats>, work: () => Promise<T>) =>
    measureDuration(work, (outcome, duration) => {
      const { collection, name } = command
      meter.add('fitness_database_commands_total', {
        collection: collection ?? 'none',
        command: name,
        outcome,
      })
      meter.time('fitness_database_command_duration_seconds', { command: name }, duration)
      for (const stats of requests) {
        stats.roundTrips++
        stats.databaseTime += duration
      }
      if (duration >= slowThreshold) logSlowCommand(command, duration)
    })

  function logSlowCommand({ collection, name, filter }: DatabaseCommand, duration: number): void {
    const reqId = requestStats.current()?.requestId
    const fields = Object.keys(filter ?? {}).slice(0, maxLoggedFields)
    const traceId = tracing.traceId()
    log.warn(
      { reqId, traceId, collection, command: name, fields, duration: Math.round(duration) },
      'slow query',
    )
  }

  const span = <T>(name: string, collection: string | null, work: () => Promise<T>) =>
    tracing.span(
      collection === null ? name : `${name} ${collection}`,
      {
        kind: 'client',
        attributes: {
          'db.operation.name': name,
          ...(collection === null ? {} : { 'db.collection.name': collection }),
        },
      },
      work,
    )

  return {
    command(command, work) {
      const stats = requestStats.current()
      return span(command.name, command.collection, () => measure(command, stats ? [stats] : [], work))
    },
    read(collection, work) {
      const stats = requestStats.current()
      if (stats) waiting.set(collection, (waiting.get(collection) ?? new Set()).add(stats))
      return span('findById', collection, work)
    },
    batch(reads, work) {
      const requests = new Set<RequestStats>()
      for (const [collection, count] of reads) {
        for (const stats of waiting.get(collection) ?? []) requests.add(stats)
        waiting.delete(collection)
        meter.add('fitness_database_coalesced_reads_total', { collection }, count - 1)
      }
      return measure({ collection: [...reads.keys()].sort().join('+'), name: 'findById' }, requests, work)
    },
  }
}
