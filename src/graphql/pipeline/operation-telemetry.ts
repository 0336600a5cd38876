import type { ExecutionResult } from 'graphql'
import type { RequestStats } from '../../platform/telemetry/request-stats.js'
import type { Telemetry } from '../../platform/telemetry/telemetry.js'
import type { Operation } from './prepare-operation.js'

type ObservedOperation = Pick<Operation, 'type' | 'name' | 'isRegistered'>

/** Counts, times and traces the execution of operations. */
export function operationTelemetry({ meter, requestStats, tracing }: Omit<Telemetry, 'close'>) {
  function countOperation(operation: ObservedOperation, outcome: 'ok' | 'error'): void {
    meter.add('fitness_graphql_operations_total', { outcome, ...labelsOf(operation) })
  }

  /** Runs the work with the given statistics. Each operation of a socket has its own. */
  const withStats = <T>(stats: RequestStats, work: () => T): T =>
    requestStats.current() === stats ? work() : requestStats.run(stats, work)

  function traceOperation<T>(operation: ObservedOperation, stats: RequestStats, work: () => T): T {
    const { type, name = '(unnamed)', isRegistered } = operation
    const attributes = {
      'graphql.operation.type': type,
      'graphql.operation.name': name.slice(0, maxNameLength),
    }
    // Span names must have a low cardinality, because backends group by them.
    const span = isRegistered ? `${type} ${name}` : type
    return withStats(stats, () =>
      tracing.span(span, { attributes, startsTrace: true }, () => {
        stats.traceId ??= tracing.traceId()
        return work()
      }),
    )
  }

  return {
    /** Runs a query or mutation. */
    run<Result extends ExecutionResult>(
      operation: ObservedOperation,
      stats: RequestStats,
      work: () => Promise<Result>,
    ): Promise<Result> {
      return traceOperation(operation, stats, async () => {
        const startedAt = performance.now()
        const result = await work()
        countOperation(operation, result.errors?.length ? 'error' : 'ok')
        const duration = performance.now() - startedAt
        meter.time('fitness_graphql_operation_duration_seconds', labelsOf(operation), duration)
        return result
      })
    },

    /** Starts a subscription. */
    subscribe<T>(
      operation: ObservedOperation,
      stats: RequestStats,
      work: () => Promise<T>,
      isOpen: (result: T) => boolean,
    ) {
      return traceOperation(operation, stats, async () => {
        const result = await work()
        countOperation(operation, isOpen(result) ? 'ok' : 'error')
        return result
      })
    },
  }
}

export type OperationTelemetry = ReturnType<typeof operationTelemetry>

const maxNameLength = 100

/** Only registered operations are labeled with their name, because clients choose the names of all others. */
const labelsOf = ({ type, name, isRegistered }: ObservedOperation) => ({
  operation: isRegistered && name !== undefined ? name : 'other',
  kind: type,
})
