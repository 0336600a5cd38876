import type { ExecutionResult } from 'graphql'
import type { RequestStats } from '../../platform/telemetry/request-stats.js'
import type { Telemetry } from '../../platform/telemetry/telemetry.js'
import type { Operation } from './prepare-operation.js'

type ObservedOperation = Pick<Operation, 'type' | 'name' | 'isRegistered'>

/** Stands around the execution of operations: counts, times and traces them. */
export function operationTelemetry({ meter, requestStats, tracing }: Omit<Telemetry, 'close'>) {
  function counted(operation: ObservedOperation, outcome: 'ok' | 'error'): void {
    meter.add('fitness_graphql_operations_total', { outcome, ...labelsOf(operation) })
  }

  /** As a part of what its request does: over a socket each operation is a request of its own. */
  const within = <T>(activity: RequestStats, work: () => T): T =>
    requestStats.current() === activity ? work() : requestStats.run(activity, work)

  function traced<T>(operation: ObservedOperation, activity: RequestStats, work: () => T): T {
    const { type, name = '(unnamed)', isRegistered } = operation
    const attributes = {
      'graphql.operation.type': type,
      'graphql.operation.name': name.slice(0, maxNameLength),
    }
    // Backends group spans by their names, of which there must be few.
    const span = isRegistered ? `${type} ${name}` : type
    return within(activity, () =>
      tracing.span(span, { attributes, startsTrace: true }, () => {
        activity.traceId ??= tracing.traceId()
        return work()
      }),
    )
  }

  return {
    /** An operation with one answer. */
    run(
      operation: ObservedOperation,
      activity: RequestStats,
      work: () => Promise<ExecutionResult>,
    ): Promise<ExecutionResult> {
      return traced(operation, activity, async () => {
        const begun = performance.now()
        const result = await work()
        counted(operation, result.errors?.length ? 'error' : 'ok')
        const took = performance.now() - begun
        meter.time('fitness_graphql_operation_duration_seconds', labelsOf(operation), took)
        return result
      })
    },

    /** One that has events. */
    subscribe<T>(
      operation: ObservedOperation,
      activity: RequestStats,
      work: () => Promise<T>,
      isOpen: (result: T) => boolean,
    ) {
      return traced(operation, activity, async () => {
        const result = await work()
        counted(operation, isOpen(result) ? 'ok' : 'error')
        return result
      })
    },
  }
}

const maxNameLength = 100

/** Clients choose the names of their operations: only those that were registered are told apart. */
const labelsOf = ({ type, name, isRegistered }: ObservedOperation) => ({
  operation: isRegistered && name !== undefined ? name : 'other',
  kind: type,
})
