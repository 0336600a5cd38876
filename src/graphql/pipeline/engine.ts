import { OperationTypeNode } from 'graphql'
import { fairSemaphore } from '../../lib/fair-semaphore.js'
import { createTurnQueue } from '../../lib/event-loop.js'
import { cacheMetrics } from '../../platform/telemetry/meter.js'
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.js'
import type { Executor } from './mercurius-executor.js'
import { operationCache } from './operation-cache.js'
import { limitOwnerOf, type OperationContext, type PreparedOperation } from './operation-context.js'
import { OperationError } from './operation-error.js'
import { operationTelemetry } from './operation-telemetry.js'
import { createRequestBudget, requestPreparer, type RequestOptions } from './prepare-request.js'
import {
  abandonedResponse,
  responseFormatter,
  serializeLargeResponse,
  toSerializedResponse,
  type GraphQLResponse,
} from './responses.js'
import { resultCache, type ResultSources } from './result-cache.js'
import { createSubscriber } from './subscriptions.js'

interface Options extends RequestOptions {
  execute: Executor
  /** The documents of the registered operations. */
  registered?: ReadonlySet<string>
  /** The number of open subscriptions per user, or per address without a token. */
  maxSubscriptions: number
  /** The sources of results that can be reused, by root field. */
  resultSources?: ReadonlyMap<string, ResultSources>
  telemetry?: Telemetry
}

/** The number of concurrent queries that select large records, in total and per user or address. */
const largeReadLimits = { permits: 8, permitsPerKey: 2 }

/** Executes operations for all transports: they call `prepare`, then `run` or `subscribe`. */
export function createEngine(options: Options) {
  const { schema, execute, limits, resultSources = new Map(), telemetry = noTelemetry } = options
  const { meter } = telemetry
  const instrumentation = operationTelemetry(telemetry)
  const operations = operationCache(options, cacheMetrics(meter, 'documents'))
  const executeOrReuse = resultCache(schema, resultSources, cacheMetrics(meter, 'results'))
  const { toResponse, toErrorResponse, formatErrors } = responseFormatter(schema, limits.cost)
  const waitForTurn = createTurnQueue()
  const largeReads = fairSemaphore(largeReadLimits)
  meter.gauge('fitness_large_reads_waiting', {}, largeReads.waiting)
  meter.gauge('fitness_document_cache_bytes', {}, operations.weight)

  /**
   * Executes a query or mutation. Queries that select large records run a few at a time, including their serialization,
   * which bounds the memory that they need together.
   */
  async function run(prepared: PreparedOperation, context: OperationContext): Promise<GraphQLResponse> {
    const { type, selectsLargeRecords } = prepared.operation
    if (type !== OperationTypeNode.QUERY || !selectsLargeRecords) return executeOperation(prepared, context)
    const { requestContext } = context
    return largeReads.run(limitOwnerOf(requestContext), async () => {
      await waitForTurn()
      // The client may have disconnected in the meantime.
      if (requestContext.isClientWaiting?.() === false) return abandonedResponse
      return serializeLargeResponse(await executeOperation(prepared, context))
    })
  }

  async function executeOperation(
    prepared: PreparedOperation,
    context: OperationContext,
  ): Promise<GraphQLResponse> {
    const { operation, variables, objects } = prepared
    // If an error in one field nulls the whole result, the response does not wait for the other fields.
    let isFinished = false
    const { viewer, client, isClientWaiting = () => true } = context.requestContext
    const resolverContext = {
      viewer,
      client,
      isClientWaiting: () => !isFinished && !objects.isExceeded && isClientWaiting(),
      objectBudget: objects,
    }
    const result = await instrumentation
      .run(operation, context.stats, () =>
        executeOrReuse(prepared, resolverContext, () => execute(operation, resolverContext, variables)),
      )
      .finally(() => (isFinished = true))
    return result.json === undefined
      ? toResponse(result, prepared, context)
      : toSerializedResponse(result.json)
  }

  return {
    schema,
    createBudget: () => createRequestBudget(limits),
    /** Waits for other requests. Called before each of several operations that may have arrived together. */
    waitForTurn,
    /** Prepares a registered document permanently. @returns the error with which requests for it will be rejected */
    prepareRegistered: operations.preparePermanently,
    prepare: requestPreparer(options, operations.prepare),
    run,
    subscribe: createSubscriber({ ...options, toResponse, instrumentation, meter }),
    /** Returns whether the operation is a subscription. */
    isSubscription: ({ operation }: PreparedOperation) => operation.type === OperationTypeNode.SUBSCRIPTION,
    /** Converts an OperationError to a response; rethrows any other error. */
    errorResponse(error: unknown, context: OperationContext): GraphQLResponse {
      if (!(error instanceof OperationError)) throw error
      return toErrorResponse(error, context)
    },
    formatErrors,
  }
}

export type Engine = ReturnType<typeof createEngine>
