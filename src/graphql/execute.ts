import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, type ExecutionResult, type GraphQLSchema, type OperationTypeNode } from 'graphql'
import type { ErrorCode } from '../errors.js'
import type { GraphQLContext } from './context.js'
import { formatError, formatRequestError } from './errors.js'
import { operationPreparer, OperationError } from './operations.js'
import type { GraphQLRequest } from './request.js'

export interface Answer {
  /** Nothing was executed: the request itself is wrong. */
  failed: boolean
  body: object
}

interface Options {
  publicIntrospection: boolean
}

/** The one way from a request to its answer, whatever brought the request. */
export function executor(app: FastifyInstance, schema: GraphQLSchema, { publicIntrospection }: Options) {
  const prepare = operationPreparer(schema)

  return async function execute(
    { query, operationName, variables }: GraphQLRequest,
    context: GraphQLContext,
    request: FastifyRequest,
    check: (kind: OperationTypeNode) => void,
  ): Promise<Answer> {
    try {
      const operation = prepare(query, operationName)
      check(operation.kind)
      if (operation.introspects && !publicIntrospection && context.viewer?.role !== 'ADMIN')
        throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
          new GraphQLError('Introspection is for administrators here: use the published schema.'),
        ])
      const result = await app.graphql(operation.source, { ...context } as never, variables, operation.name)
      return answer(result, request)
    } catch (error) {
      if (error instanceof OperationError) return refusal(error.code, error.errors)
      if (isVariableError(error)) return refusal('BAD_USER_INPUT', error.errors)
      throw error
    }
  }
}

function answer({ data, errors }: ExecutionResult, request: FastifyRequest): Answer {
  if (!errors || errors.length === 0) return { failed: false, body: { data } }
  // Compiled code answers variables that do not fit without any data.
  if (data === undefined) return refusal('BAD_USER_INPUT', errors)
  const report = (error: unknown) => request.log.error({ err: error }, 'a resolver failed')
  return {
    failed: false,
    body: { errors: errors.map(error => formatError(error, request.id, report)), data },
  }
}

const refusal = (code: ErrorCode, errors: readonly GraphQLError[]): Answer => ({
  failed: true,
  body: { errors: errors.map(error => formatRequestError(code, error)) },
})

/** The executor throws where the variables do not fit. */
const isVariableError = (error: unknown): error is { errors: GraphQLError[] } =>
  error instanceof Error &&
  'errors' in error &&
  Array.isArray(error.errors) &&
  error.errors.every(one => one instanceof GraphQLError)
