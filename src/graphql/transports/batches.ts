import type { FastifyReply } from 'fastify'
import { badUserInput } from '../../errors.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, RequestBudget } from '../pipeline/operation-context.js'
import { parseRequest, type GraphQLRequest } from '../pipeline/request.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { serializeBody } from './response-body.js'

interface Options {
  engine: Engine
  /** The maximum number of operations in a batch. */
  batchLimit: number
  /** Counts a further operation against the rate limit. @throws AppError RATE_LIMITED */
  countOperation(context: OperationContext, reply: FastifyReply): Promise<void>
  execute(request: GraphQLRequest, context: OperationContext, budget: RequestBudget): Promise<GraphQLResponse>
}

/**
 * Creates a function that executes a batch and returns its body. The operations of a batch share one budget, and each
 * counts as a request. Either all are executed or none.
 */
export function batchExecutor({ engine, batchLimit, countOperation, execute }: Options) {
  /** @throws AppError BAD_USER_INPUT, RATE_LIMITED */
  return async (bodies: unknown[], reply: FastifyReply, context: OperationContext): Promise<string> => {
    if (bodies.length === 0 || bodies.length > batchLimit)
      throw badUserInput(
        'body',
        `A batch must have 1 to ${batchLimit} operations; this one has ${bodies.length}.`,
      )
    const requests = bodies.map(parseRequest)
    // The hook of the rate limits has counted the first operation.
    for (let counted = 1; counted < requests.length; counted++) await countOperation(context, reply)
    const budget = engine.createBudget()
    const responses: string[] = []
    for (const request of requests) {
      await engine.waitForTurn()
      responses.push(
        await execute(request, context, budget).then(
          serializeBody,
          // An unexpected error must not hide the results of the other operations.
          (error: unknown) => JSON.stringify({ errors: engine.formatErrors(error, context) }),
        ),
      )
    }
    return `[${responses.join(',')}]`
  }
}
