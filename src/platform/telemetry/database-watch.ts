import type { FastifyBaseLogger } from 'fastify'
import { timed } from '../../lib/timed.js'
import type { Command, DatabaseWatch } from '../database/watch.js'
import type { Activity } from './activity.js'
import type { Telemetry } from './telemetry.js'

interface Dependencies extends Pick<Telemetry, 'meter' | 'activities' | 'tracing'> {
  log: FastifyBaseLogger
  /** From how many milliseconds on a command is told in the log. */
  slow: number
}

const fieldsTold = 10

/** Counts and times each command, charges it to the request that waits for it, and tells of slow ones. */
export function databaseWatch({ meter, activities, tracing, log, slow }: Dependencies): DatabaseWatch {
  /** Who waits for the next batch of reads by id. */
  const waiting = new Map<string, Set<Activity>>()

  const measured = <T>(command: Command, activity: Iterable<Activity>, work: () => Promise<T>) =>
    timed(work, (outcome, took) => {
      const { collection, name } = command
      meter.add('fitness_database_commands_total', {
        collection: collection ?? 'none',
        command: name,
        outcome,
      })
      meter.time('fitness_database_command_duration_seconds', { command: name }, took)
      for (const one of activity) {
        one.roundTrips++
        one.databaseTime += took
      }
      if (took >= slow) tellSlow(command, took)
    })

  function tellSlow({ collection, name, filter }: Command, took: number): void {
    const reqId = activities.current()?.requestId
    const fields = Object.keys(filter ?? {}).slice(0, fieldsTold)
    const traceId = tracing.traceId()
    log.warn({ reqId, traceId, collection, command: name, fields, duration: Math.round(took) }, 'slow query')
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
      const activity = activities.current()
      return span(command.name, command.collection, () => measured(command, activity ? [activity] : [], work))
    },
    read(collection, work) {
      const activity = activities.current()
      if (activity) waiting.set(collection, (waiting.get(collection) ?? new Set()).add(activity))
      return span('findById', collection, work)
    },
    batch(collection, reads, work) {
      const activity = waiting.get(collection) ?? []
      waiting.delete(collection)
      meter.add('fitness_database_coalesced_reads_total', { collection }, reads - 1)
      return measured({ collection, name: 'findById' }, activity, work)
    },
  }
}
