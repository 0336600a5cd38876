import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  execute as interpret,
  getVariableValues,
  GraphQLError,
  parse,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql'
import type { ErrorCode } from '../errors.js'
import type { GraphQLContext } from './context.js'
import { formatError, formatRequestError } from './errors.js'
import { operationPreparer, OperationError, type Operation } from './operations.js'
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

  /** @throws OperationError */
  function prepared(
    { query, operationName, variables }: GraphQLRequest,
    viewer: GraphQLContext['viewer'],
    check: (kind: OperationTypeNode) => void,
  ): Operation {
    const operation = prepare(query, operationName)
    check(operation.kind)
    if (operation.introspects && !publicIntrospection && viewer?.role !== 'ADMIN')
      throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
        new GraphQLError('Introspection is for administrators here: use the published schema.'),
      ])
    // Compiled code has words of its own for variables that do not fit.
    const { errors } = getVariableValues(schema, operation.variables, variables, { maxErrors: 20 })
    if (errors) throw new OperationError('BAD_USER_INPUT', errors)
    return operation
  }

  async function run(
    { source, name, compilable }: Operation,
    given: GraphQLRequest['variables'],
    contextValue: GraphQLContext,
  ): Promise<ExecutionResult> {
    // Compiled code would find `constructor` among the variables even if nobody sent it.
    const variableValues = Object.assign(Object.create(null), given) as GraphQLRequest['variables']
    if (compilable) return app.graphql(source, { ...contextValue } as never, variableValues, name)
    return interpret({ schema, document: parse(source), contextValue, variableValues, operationName: name })
  }

  return async function execute(
    wanted: GraphQLRequest,
    context: GraphQLContext,
    request: FastifyRequest,
    check: (kind: OperationTypeNode) => void,
  ): Promise<Answer> {
    let operation: Operation
    try {
      operation = prepared(wanted, context.viewer, check)
    } catch (error) {
      if (error instanceof OperationError) return refusal(error.code, error.errors)
      throw error
    }
    return answer(await run(operation, wanted.variables, context), request)
  }
}

function answer({ data, errors }: ExecutionResult, request: FastifyRequest): Answer {
  if (!errors || errors.length === 0) return { failed: false, body: { data } }
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
