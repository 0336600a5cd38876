import { subscribe as createResponseStream, type GraphQLSchema } from 'graphql'
import { rateLimited } from '../../errors.js'
import type { ObjectBudget } from '../../lib/object-budget.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { RequestContext } from '../../viewer.js'
import { limitOwnerOf, type OperationContext, type PreparedOperation } from './operation-context.js'
import type { OperationTelemetry } from './operation-telemetry.js'
import type { GraphQLResponse, ResponseFormatter } from './responses.js'
import { resultStream } from './result-stream.js'

interface Options {
  schema: GraphQLSchema
  /** The number of open subscriptions per user, or per address without a token. */
  maxSubscriptions: number
  toResponse: ResponseFormatter['toResponse']
  instrumentation: OperationTelemetry
  meter: Meter
}

/** Creates a function that opens subscriptions. */
export function createSubscriber({ schema, maxSubscriptions, toResponse, instrumentation, meter }: Options) {
  const subscriptions = subscriptionCounter(maxSubscriptions)
  meter.gauge('fitness_subscriptions_open', {}, subscriptions.count)

  /**
   * @returns a stream of results, or a response with errors if the subscription cannot be created
   * @throws AppError RATE_LIMITED
   */
  return async (
    prepared: PreparedOperation,
    context: OperationContext,
  ): Promise<AsyncIterableIterator<GraphQLResponse> | GraphQLResponse> => {
    const close = subscriptions.open(limitOwnerOf(context.requestContext))
    try {
      const result = await instrumentation.subscribe(
        prepared.operation,
        context.stats,
        async () => openResponseStream(schema, prepared, context),
        outcome => Symbol.asyncIterator in outcome,
      )
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
}

const openResponseStream = (
  schema: GraphQLSchema,
  { operation, variables, objects }: PreparedOperation,
  { requestContext }: OperationContext,
) =>
  createResponseStream({
    schema,
    document: operation.document,
    contextValue: subscriptionContext(requestContext, objects),
    variableValues: variables.sent,
  })

/** The viewer is read on each access, because the account can change during a subscription, for example its language. */
const subscriptionContext = (requestContext: RequestContext, objects: ObjectBudget): RequestContext => ({
  get viewer() {
    return requestContext.viewer
  },
  client: requestContext.client,
  isClientWaiting: requestContext.isClientWaiting,
  objectBudget: objects,
})

/** Counts the open subscriptions of each owner. */
function subscriptionCounter(limit: number) {
  const counts = new Map<string, number>()

  return {
    /** Returns the number of open subscriptions of all owners. */
    count: () => [...counts.values()].reduce((sum, one) => sum + one, 0),

    /** @returns an idempotent function that ends the subscription @throws AppError RATE_LIMITED */
    open(owner: string): () => void {
      const count = counts.get(owner) ?? 0
      if (count >= limit)
        throw rateLimited(`You already have ${limit} open subscriptions. Close one first.`, 1)
      counts.set(owner, count + 1)
      let isEnded = false
      return () => {
        if (isEnded) return
        isEnded = true
        const remaining = (counts.get(owner) ?? 1) - 1
        if (remaining > 0) counts.set(owner, remaining)
        else counts.delete(owner)
      }
    },
  }
}
