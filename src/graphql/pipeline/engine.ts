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
import { formatFieldPath, maxDeliveredObjects, ObjectBudget } from '../../lib/object-budget.js'
import { createTurnQueue } from '../../lib/event-loop.js'
import { insufficientScopeMessage } from '../../lib/token-scopes.js'
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
import { resultCache, type ResultSources } from './result-cache.js'
import { resultStream } from './result-stream.js'

/** The context of an operation, independent of the transport. */
export interface OperationContext {
  requestContext: RequestContext
  requestId: string
  log: FastifyBaseLogger
  /** Collects what logs and metrics report about the request. */
  stats: RequestStats
  app: ClientApp
}

/** The remaining budget of a request. The operations of a batch share it. */
export interface RequestBudget {
  remainingCost: number
  /** Fields with `@once` that an operation of the request has selected already. */
  claimedOnceFields: Set<string>
  /** The number of objects that the request may still deliver. */
  objects: ObjectBudget
}

/** An operation that passed every check. */
export interface PreparedOperation {
  operation: Operation
  variables: OperationVariables
  cost: number
  /** True if the response contains its cost. */
  includeCost: boolean
  objects: ObjectBudget
}

export interface GraphQLResponse {
  /** True if the request was rejected before anything was executed. */
  isRequestError: boolean
  /** True if the body must be serialized in slices because of its size. */
  isLarge: boolean
  /** The serialized body, if it has been serialized already. In this case `body` only contains its errors. */
  json?: string
  body: { data?: unknown; errors?: readonly GraphQLFormattedError[]; extensions?: object }
}

interface Options {
  schema: GraphQLSchema
  execute: Executor
  limits: OperationLimits
  /** The documents of the registered operations. */
  registered?: ReadonlySet<string>
  find: DocumentFinder
  publicIntrospection: boolean
  /** True if validation errors suggest names of the schema. */
  suggestions: boolean
  /** The number of open subscriptions per user, or per address without a token. */
  maxSubscriptions: number
  /** Called for each operation that selects deprecated fields, which are given as `Type.field`. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
  /** The sources of results that can be reused, by root field. */
  resultSources?: ReadonlyMap<string, ResultSources>
  telemetry?: Telemetry
}

/** Executes operations for all transports: they call `prepare`, then `run` or `subscribe`. */
export function createEngine(options: Options) {
  const { schema, execute, limits, find, publicIntrospection, suggestions, onDeprecated } = options
  const { telemetry = noTelemetry } = options
  const { meter } = telemetry
  const instrumentation = operationTelemetry(telemetry)
  const operations = operationCache(options, cacheMetrics(meter, 'documents'))
  const coerce = variableCoercer(schema, { maxErrors: 20, hideSuggestions: !suggestions })
  const subscriptions = openSubscriptions(options.maxSubscriptions)
  const executeOrReuse = resultCache(
    schema,
    options.resultSources ?? new Map(),
    cacheMetrics(meter, 'results'),
  )
  const waitForTurn = createTurnQueue()
  const largeReads = fairSemaphore(largeReadLimits)
  meter.gauge('fitness_large_reads_waiting', {}, largeReads.waiting)
  meter.gauge('fitness_subscriptions_open', {}, subscriptions.count)
  meter.gauge('fitness_document_cache_bytes', {}, operations.weight)

  function checkIntrospection({ introspects }: Operation, { requestContext }: OperationContext): void {
    if (!introspects || publicIntrospection || requestContext.viewer?.role === 'ADMIN') return
    throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
      new GraphQLError('Introspection is available to administrators only. Use the published schema.'),
    ])
  }

  /** @throws OperationError INSUFFICIENT_SCOPE */
  function checkScopes({ scopeRequirements }: Operation, { requestContext }: OperationContext): void {
    const scopes = requestContext.viewer?.scopes
    if (!scopes) return
    const missing = scopeRequirements.find(({ scope }) => scope === null || !scopes.has(scope))
    if (!missing) return
    const { scope, node } = missing
    const error = new GraphQLError(insufficientScopeMessage(scope), { nodes: [node] })
    throw new OperationError('INSUFFICIENT_SCOPE', [error], scope === null ? {} : { scope })
  }

  const createBudget = (): RequestBudget => ({
    remainingCost: limits.cost,
    claimedOnceFields: new Set(),
    objects: new ObjectBudget(),
  })

  /** @throws OperationError */
  function prepare(
    request: GraphQLRequest,
    context: OperationContext,
    budget: RequestBudget = createBudget(),
  ): PreparedOperation {
    const operation = operations.prepare(find(request), request.operationName)
    context.stats.operations.push(operation.name ?? null)
    checkIntrospection(operation, context)
    checkScopes(operation, context)
    // Coerce the variables here: compiled code reports invalid ones with other messages.
    const { errors, coerced } = coerce(operation, request.variables)
    if (errors) throw new OperationError('BAD_USER_INPUT', errors)
    const cost = operation.assertCost(coerced, budget.remainingCost)
    budget.remainingCost -= cost
    context.stats.cost += cost
    claimOnceFields(budget.claimedOnceFields, operation.onceFields)
    if (operation.deprecatedFields.length > 0) onDeprecated(operation.deprecatedFields, context.app)
    // Without a prototype, because compiled code would find `constructor` among the variables.
    const sent = Object.assign(Object.create(null), request.variables) as Record<string, unknown>
    return {
      operation,
      variables: { sent, coerced },
      cost,
      includeCost: request.includeCost,
      objects: budget.objects,
    }
  }

  /**
   * Executes a query or mutation. Queries that select large records run a few at a time, including their serialization,
   * which bounds the memory that they need together.
   */
  async function run(prepared: PreparedOperation, context: OperationContext): Promise<GraphQLResponse> {
    const { type, selectsLargeRecords } = prepared.operation
    if (type !== OperationTypeNode.QUERY || !selectsLargeRecords) return executeOperation(prepared, context)
    const { viewer, client } = context.requestContext
    return largeReads.run(viewer?.id ?? client.address, async () => {
      await waitForTurn()
      // The client has disconnected in the meantime.
      if (context.requestContext.isClientWaiting?.() === false)
        return { isRequestError: false, isLarge: false, body: {} }
      const response = await executeOperation(prepared, context)
      return response.isLarge && response.json === undefined ? serializeLarge(response) : response
    })
  }

  async function executeOperation(
    prepared: PreparedOperation,
    context: OperationContext,
  ): Promise<GraphQLResponse> {
    const { operation, variables, objects } = prepared
    // If an error in one field nulls the whole result, the response does not wait for the other fields.
    let isFinished = false
    const isClientWaiting = () =>
      !isFinished && !objects.isExceeded && (context.requestContext.isClientWaiting?.() ?? true)
    const { viewer, client } = context.requestContext
    const resolverContext = { viewer, client, isClientWaiting, objectBudget: objects }
    const result = await instrumentation
      .run(operation, context.stats, () =>
        executeOrReuse(prepared, resolverContext, () => execute(operation, resolverContext, variables)),
      )
      .finally(() => (isFinished = true))
    const { json } = result
    // Send the serialized body without parsing it, like a large one.
    if (json !== undefined)
      return { isRequestError: false, isLarge: true, json: `{"data":${json}}`, body: {} }
    return toResponse(result, prepared, context)
  }

  function toResponse(
    { data, errors }: ExecutionResult,
    prepared: PreparedOperation,
    context: OperationContext,
  ): GraphQLResponse {
    const { operation, variables, cost, includeCost, objects } = prepared
    // A mutation whose writes succeeded is reported, together with the fields that exceed the budget.
    if (objects.isExceeded && hasNoData(data, prepared)) return tooManyObjectsResponse(objects, context)
    const report = (error: unknown) => context.log.error({ err: error }, 'a resolver failed')
    const pathOf = (value: ASTNode) =>
      argumentPath(schema, operation.document, value, variables.coerced) ?? 'query'
    const body = {
      ...(errors?.length
        ? {
            errors: recordErrorCodes(
              errors.map(error =>
                formatExecutionError(error, { requestId: context.requestId, report, pathOf }),
              ),
              context,
            ),
          }
        : {}),
      data,
      ...(includeCost ? { extensions: { cost: { spent: cost, limit: limits.cost } } } : {}),
    }
    return { isRequestError: false, isLarge: isLarge(body), body }
  }

  function toErrorResponse(error: OperationError, context: OperationContext): GraphQLResponse {
    const errors = error.errors.map(one => formatOperationError(error, one))
    return { isRequestError: true, isLarge: false, body: { errors: recordErrorCodes(errors, context) } }
  }

  function tooManyObjectsResponse({ largest }: ObjectBudget, context: OperationContext): GraphQLResponse {
    const largestField = { field: formatFieldPath(largest?.path), objects: largest?.objects ?? 0 }
    return toErrorResponse(tooManyObjectsError(maxDeliveredObjects, largestField), context)
  }

  /**
   * @returns a stream of results, or a response with errors if the subscription cannot be created
   * @throws AppError RATE_LIMITED
   */
  async function subscribe(
    prepared: PreparedOperation,
    context: OperationContext,
  ): Promise<AsyncIterableIterator<GraphQLResponse> | GraphQLResponse> {
    const { viewer, client } = context.requestContext
    const close = subscriptions.open(viewer?.id ?? client.address)
    try {
      const open = async () =>
        sourceOf({
          schema,
          document: prepared.operation.document,
          contextValue: subscriptionContext(context.requestContext, prepared.objects),
          variableValues: prepared.variables.sent,
        })
      const isOpen = (result: object) => Symbol.asyncIterator in result
      const result = await instrumentation.subscribe(prepared.operation, context.stats, open, isOpen)
      if (Symbol.asyncIterator in result)
        return resultStream(result, {
          onNext: () => prepared.objects.reset(),
          format: one => toResponse(one, prepared, context),
          onEnd: close,
        })
      close()
      return toResponse(result, prepared, context)
    } catch (error) {
      close()
      throw error
    }
  }

  return {
    schema,
    createBudget,
    /** Waits for other requests. Called before each of several operations that may have arrived together. */
    waitForTurn,
    /** Prepares a registered document permanently. @returns the error with which requests for it will be rejected */
    prepareRegistered: operations.preparePermanently,
    prepare,
    run,
    subscribe,
    /** Returns whether the operation is a subscription. */
    isSubscription: ({ operation }: PreparedOperation) => operation.type === OperationTypeNode.SUBSCRIPTION,
    /** Converts an OperationError to a response; rethrows any other error. */
    errorResponse(error: unknown, context: OperationContext): GraphQLResponse {
      if (!(error instanceof OperationError)) throw error
      return toErrorResponse(error, context)
    },
    /** Formats any error for transports that have no status codes. */
    formatErrors: (error: unknown, context: OperationContext): GraphQLFormattedError[] => {
      const report = (cause: unknown) => context.log.error({ err: cause }, 'an operation failed')
      return recordErrorCodes(formatRequestError(error, context.requestId, report), context)
    },
  }
}

/**
 * The viewer is read on each access, because the account can change during a subscription, for example its language.
 */
const subscriptionContext = (requestContext: RequestContext, objects: ObjectBudget): RequestContext => ({
  get viewer() {
    return requestContext.viewer
  },
  client: requestContext.client,
  isClientWaiting: requestContext.isClientWaiting,
  objectBudget: objects,
})

/** The number of concurrent queries that select large records, in total and per user or address. */
const largeReadLimits = { permits: 8, permitsPerKey: 2 }

async function serializeLarge({ body, ...rest }: GraphQLResponse): Promise<GraphQLResponse> {
  const { errors } = body
  return { ...rest, json: await stringifyInSlices(body), body: errors ? { errors } : {} }
}

/** Returns whether the result only consists of errors. Queries that exceed the budget deliver no partial data. */
const hasNoData = (data: ExecutionResult['data'], { operation }: PreparedOperation): boolean =>
  operation.type !== OperationTypeNode.MUTATION || Object.values(data ?? {}).every(value => value === null)

/** Adds the most specific code of each error to the statistics of the request. */
function recordErrorCodes<E extends GraphQLFormattedError>(errors: E[], { stats }: OperationContext): E[] {
  for (const { extensions } of errors)
    stats.errors.add(String(extensions?.['reason'] ?? extensions?.['code']))
  return errors
}

export type Engine = ReturnType<typeof createEngine>
