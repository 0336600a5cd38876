import type { FastifyBaseLogger } from 'fastify'
import {
  type ASTNode,
  GraphQLError,
  OperationTypeNode,
  subscribe as sourceOf,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { fairSemaphore } from '../../lib/fair-semaphore.js'
import { isLarge, stringifyInSlices } from '../../lib/json-slices.js'
import {
  formatFieldPath,
  maxDeliveredObjects,
  objectBudget,
  type ObjectBudget,
} from '../../lib/object-budget.js'
import { createTurnQueue } from '../../lib/event-loop.js'
import type { RequestStats } from '../../platform/telemetry/request-stats.js'
import { cacheMetrics } from '../../platform/telemetry/meter.js'
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.js'
import type { RequestContext } from '../../viewer.js'
import type { ClientApp } from './client-app.js'
import { variableCoercer } from './variable-coercion.js'
import type { DocumentFinder } from './document-finder.js'
import { formatExecutionError, formatRequestError, formatOperationError } from './error-formatting.js'
import type { Executor, OperationVariables } from './mercurius-executor.js'
import { argumentPath } from './input-paths.js'
import { openSubscriptions } from './open-subscriptions.js'
import { operationTelemetry } from './operation-telemetry.js'
import { OperationError } from './operation-error.js'
import { operationCache } from './operation-cache.js'
import { claimOnceFields } from './limits/once-fields.js'
import { tooManyObjectsError, type OperationLimits } from './limits/operation-limits.js'
import type { Operation } from './prepare-operation.js'
import type { GraphQLRequest } from './request.js'
import { resultStream } from './result-stream.js'

/** Who asks, and what is known of the request, whatever brought it. */
export interface OperationContext {
  requestContext: RequestContext
  requestId: string
  log: FastifyBaseLogger
  /** What is noted of it on its way. */
  activity: RequestStats
  app: ClientApp
}

/** What may still be spent: the operations of a batch share it. */
export interface RequestBudget {
  remainingCost: number
  /** Fields that were asked for and may not be again. */
  claimedOnceFields: Set<string>
  /** Objects that may still be delivered. */
  objects: ObjectBudget
}

/** An operation that passed every check. */
export interface PreparedOperation {
  operation: Operation
  variables: OperationVariables
  cost: number
  /** Whether the answer tells what it cost. */
  includeCost: boolean
  objects: ObjectBudget
}

export interface GraphQLResponse {
  /** Nothing was executed: the request itself is wrong. */
  isRequestError: boolean
  /** Whether the body is so large that it is to be written to JSON in slices. */
  isLarge: boolean
  /** The body in JSON, where it has been written already: only its errors are kept beside it. */
  json?: string
  body: { data?: unknown; errors?: readonly GraphQLFormattedError[]; extensions?: object }
}

interface Options {
  schema: GraphQLSchema
  execute: Executor
  limits: OperationLimits
  /** The texts of the operations of released apps. */
  registered?: ReadonlySet<string>
  find: DocumentFinder
  publicIntrospection: boolean
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
  /** Open subscriptions of one user, or of one address without a token. */
  maxSubscriptions: number
  /** Told of each operation that uses deprecated fields, as `Type.field`. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
  telemetry?: Telemetry
}

/** The one way from a request to its answer: every transport prepares, then runs or subscribes. */
export function createEngine(options: Options) {
  const { schema, execute, limits, find, publicIntrospection, suggestions, onDeprecated } = options
  const { telemetry = noTelemetry } = options
  const { meter } = telemetry
  const watch = operationTelemetry(telemetry)
  const operations = operationCache(options, cacheMetrics(meter, 'documents'))
  const coerce = variableCoercer(schema, { maxErrors: 20, hideSuggestions: !suggestions })
  const subscriptions = openSubscriptions(options.maxSubscriptions)
  const waitForTurn = createTurnQueue()
  const largeReads = fairSemaphore(largeReadLimits)
  meter.gauge('fitness_large_reads_waiting', {}, largeReads.waiting)
  meter.gauge('fitness_subscriptions_open', {}, subscriptions.count)
  meter.gauge('fitness_documents_remembered_bytes', {}, operations.weight)

  function checkIntrospection({ introspects }: Operation, { requestContext }: OperationContext): void {
    if (!introspects || publicIntrospection || requestContext.viewer?.role === 'ADMIN') return
    throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
      new GraphQLError('Introspection is available to administrators only. Use the published schema.'),
    ])
  }

  const createBudget = (): RequestBudget => ({
    remainingCost: limits.cost,
    claimedOnceFields: new Set(),
    objects: objectBudget(),
  })

  /** @throws OperationError */
  function prepare(
    request: GraphQLRequest,
    call: OperationContext,
    spending: RequestBudget = createBudget(),
  ): PreparedOperation {
    const operation = operations.prepare(find(request), request.operationName)
    call.activity.operations.push(operation.name ?? null)
    checkIntrospection(operation, call)
    // Compiled code has words of its own for variables that do not fit.
    const { errors, coerced } = coerce(operation, request.variables)
    if (errors) throw new OperationError('BAD_USER_INPUT', errors)
    const cost = operation.assertCost(coerced, spending.remainingCost)
    spending.remainingCost -= cost
    call.activity.cost += cost
    claimOnceFields(spending.claimedOnceFields, operation.onceFields)
    if (operation.deprecatedFields.length > 0) onDeprecated(operation.deprecatedFields, call.app)
    // Compiled code would find `constructor` among the variables even if nobody sent it.
    const sent = Object.assign(Object.create(null), request.variables) as Record<string, unknown>
    return {
      operation,
      variables: { sent, coerced },
      cost,
      includeCost: request.includeCost,
      objects: spending.objects,
    }
  }

  /**
   * Queries of records that can be very large are answered a few at a time, up to their JSON: so the memory that they
   * take together is bounded.
   */
  async function run(ready: PreparedOperation, call: OperationContext): Promise<GraphQLResponse> {
    const { type, selectsLargeRecords } = ready.operation
    if (type !== OperationTypeNode.QUERY || !selectsLargeRecords) return executeOperation(ready, call)
    const { viewer, client } = call.requestContext
    return largeReads.run(viewer?.id ?? client.address, async () => {
      await waitForTurn()
      // The client has gone while it waited.
      if (call.requestContext.isClientWaiting?.() === false)
        return { isRequestError: false, isLarge: false, body: {} }
      const answer = await executeOperation(ready, call)
      return answer.isLarge ? serializeLarge(answer) : answer
    })
  }

  async function executeOperation(
    ready: PreparedOperation,
    call: OperationContext,
  ): Promise<GraphQLResponse> {
    const { operation, variables, objects } = ready
    // Where one field fails the whole, the answer does not wait for the others.
    let isAnswered = false
    const isClientWaiting = () =>
      !isAnswered && !objects.isExceeded && (call.requestContext.isClientWaiting?.() ?? true)
    const { viewer, client } = call.requestContext
    const context = { viewer, client, isClientWaiting, objectBudget: objects }
    const result = await watch
      .run(operation, call.activity, () => execute(operation, context, variables))
      .finally(() => (isAnswered = true))
    return toResponse(result, ready, call)
  }

  function toResponse(
    { data, errors }: ExecutionResult,
    ready: PreparedOperation,
    call: OperationContext,
  ): GraphQLResponse {
    const { operation, variables, cost, includeCost, objects } = ready
    // What a mutation has written is reported, and so are its fields for which there is no room left.
    if (objects.isExceeded && hasNoData(data, ready)) return tooManyObjectsResponse(objects, call)
    const report = (error: unknown) => call.log.error({ err: error }, 'a resolver failed')
    const pathOf = (value: ASTNode) =>
      argumentPath(schema, operation.document, value, variables.coerced) ?? 'query'
    const body = {
      ...(errors?.length
        ? {
            errors: recordErrorCodes(
              errors.map(error => formatExecutionError(error, { requestId: call.requestId, report, pathOf })),
              call,
            ),
          }
        : {}),
      data,
      ...(includeCost ? { extensions: { cost: { spent: cost, limit: limits.cost } } } : {}),
    }
    return { isRequestError: false, isLarge: isLarge(body), body }
  }

  function toErrorResponse(error: OperationError, call: OperationContext): GraphQLResponse {
    const errors = error.errors.map(one => formatOperationError(error, one))
    return { isRequestError: true, isLarge: false, body: { errors: recordErrorCodes(errors, call) } }
  }

  function tooManyObjectsResponse({ largest }: ObjectBudget, call: OperationContext): GraphQLResponse {
    const most = { field: formatFieldPath(largest?.path), objects: largest?.objects ?? 0 }
    return toErrorResponse(tooManyObjectsError(maxDeliveredObjects, most), call)
  }

  /**
   * A stream of results, or an answer where the subscription does not come about.
   * @throws AppError RATE_LIMITED
   */
  async function subscribe(
    ready: PreparedOperation,
    call: OperationContext,
  ): Promise<AsyncIterableIterator<GraphQLResponse> | GraphQLResponse> {
    const { viewer, client } = call.requestContext
    const close = subscriptions.open(viewer?.id ?? client.address)
    try {
      const open = async () =>
        sourceOf({
          schema,
          document: ready.operation.document,
          contextValue: subscriptionContext(call.requestContext, ready.objects),
          variableValues: ready.variables.sent,
        })
      const isOpen = (result: object) => Symbol.asyncIterator in result
      const result = await watch.subscribe(ready.operation, call.activity, open, isOpen)
      if (Symbol.asyncIterator in result)
        return resultStream(result, {
          onNext: ready.objects.reset,
          format: one => toResponse(one, ready, call),
          onEnd: close,
        })
      close()
      return toResponse(result, ready, call)
    } catch (error) {
      close()
      throw error
    }
  }

  return {
    schema,
    createBudget,
    /** To be awaited before each of several operations that may have come at once. */
    waitForTurn,
    /** Prepares a document before anybody asks for it, for good. @returns why it will be refused, if it will */
    prepareRegistered: operations.preparePermanently,
    prepare,
    run,
    subscribe,
    /** Whether the operation has events instead of one answer. */
    isSubscription: ({ operation }: PreparedOperation) => operation.type === OperationTypeNode.SUBSCRIPTION,
    /** The answer to a request that is refused; anything that is not a refusal is thrown on. */
    errorResponse(error: unknown, call: OperationContext): GraphQLResponse {
      if (!(error instanceof OperationError)) throw error
      return toErrorResponse(error, call)
    },
    /** Whatever went wrong, for transports that have no statuses. */
    formatErrors: (error: unknown, call: OperationContext): GraphQLFormattedError[] => {
      const report = (cause: unknown) => call.log.error({ err: cause }, 'an operation failed')
      return recordErrorCodes(formatRequestError(error, call.requestId, report), call)
    },
  }
}

/** A subscription outlives changes of the account, such as that of its language. */
const subscriptionContext = (requestContext: RequestContext, objects: ObjectBudget): RequestContext => ({
  get viewer() {
    return requestContext.viewer
  },
  client: requestContext.client,
  isClientWaiting: requestContext.isClientWaiting,
  objectBudget: objects,
})

/** Queries of records that can be very large: all together, and those of one user or of one address without a token. */
const largeReadLimits = { permits: 8, permitsPerKey: 2 }

async function serializeLarge({ body, ...answer }: GraphQLResponse): Promise<GraphQLResponse> {
  const { errors } = body
  return { ...answer, json: await stringifyInSlices(body), body: errors ? { errors } : {} }
}

/** Whether nothing of an operation is delivered but its errors: a query is delivered as a whole or not at all. */
const hasNoData = (data: ExecutionResult['data'], { operation }: PreparedOperation): boolean =>
  operation.type !== OperationTypeNode.MUTATION || Object.values(data ?? {}).every(value => value === null)

/** The most precise code of each error is remembered with what is told of the request. */
function recordErrorCodes<E extends GraphQLFormattedError>(errors: E[], { activity }: OperationContext): E[] {
  for (const { extensions } of errors)
    activity.errors.add(String(extensions?.['reason'] ?? extensions?.['code']))
  return errors
}

export type Engine = ReturnType<typeof createEngine>
