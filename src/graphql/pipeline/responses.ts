import {
  OperationTypeNode,
  type ASTNode,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { isLarge, stringifyInSlices } from '../../lib/json-slices.js'
import { formatFieldPath, maxDeliveredObjects, type ObjectBudget } from '../../lib/object-budget.js'
import { formatExecutionError, formatOperationError, formatRequestError } from './error-formatting.js'
import { argumentPath } from './input-paths.js'
import { tooManyObjectsError } from './limits/operation-limits.js'
import type { OperationContext, PreparedOperation } from './operation-context.js'
import type { OperationError } from './operation-error.js'

export interface GraphQLResponse {
  /** True if the request was rejected before anything was executed. */
  isRequestError: boolean
  /** True if the body must be serialized in slices because of its size. */
  isLarge: boolean
  /** The serialized body, if it has been serialized already. In this case `body` only contains its errors. */
  json?: string
  body: { data?: unknown; errors?: readonly GraphQLFormattedError[]; extensions?: object }
}

/** The response to a client that has disconnected before its operation was executed. */
export const abandonedResponse: GraphQLResponse = { isRequestError: false, isLarge: false, body: {} }

/** Returns the response with data that are already serialized. It is sent without being parsed, like a large one. */
export const toSerializedResponse = (data: string): GraphQLResponse => ({
  isRequestError: false,
  isLarge: true,
  json: `{"data":${data}}`,
  body: {},
})

/** Serializes a large response, unless it is serialized already. */
export async function serializeLargeResponse(response: GraphQLResponse): Promise<GraphQLResponse> {
  if (!response.isLarge || response.json !== undefined) return response
  const { body, ...rest } = response
  const { errors } = body
  return { ...rest, json: await stringifyInSlices(body), body: errors ? { errors } : {} }
}

/** @param costLimit the cost that a request may have */
export function responseFormatter(schema: GraphQLSchema, costLimit: number) {
  return {
    /** Converts the result of an execution to a response. */
    toResponse(
      { data, errors }: ExecutionResult,
      prepared: PreparedOperation,
      context: OperationContext,
    ): GraphQLResponse {
      const { cost, includeCost, objects } = prepared
      // A mutation whose writes succeeded is reported, together with the fields that exceed the budget.
      if (objects.isExceeded && hasNoData(data, prepared)) return tooManyObjectsResponse(objects, context)
      const body = {
        ...(errors?.length ? { errors: formatFieldErrors(schema, errors, prepared, context) } : {}),
        data,
        ...(includeCost ? { extensions: { cost: { spent: cost, limit: costLimit } } } : {}),
      }
      return { isRequestError: false, isLarge: isLarge(body), body }
    },

    toErrorResponse,

    /** Formats any error for transports that have no status codes. */
    formatErrors(error: unknown, context: OperationContext): GraphQLFormattedError[] {
      const report = (cause: unknown) => context.log.error({ err: cause }, 'an operation failed')
      return recordErrorCodes(formatRequestError(error, context.requestId, report), context)
    },
  }
}

export type ResponseFormatter = ReturnType<typeof responseFormatter>

function formatFieldErrors(
  schema: GraphQLSchema,
  errors: NonNullable<ExecutionResult['errors']>,
  { operation, variables }: PreparedOperation,
  context: OperationContext,
): GraphQLFormattedError[] {
  const report = (error: unknown) => context.log.error({ err: error }, 'a resolver failed')
  const pathOf = (value: ASTNode) =>
    argumentPath(schema, operation.document, value, variables.coerced) ?? 'query'
  const options = { requestId: context.requestId, report, pathOf }
  return recordErrorCodes(
    errors.map(error => formatExecutionError(error, options)),
    context,
  )
}

function toErrorResponse(error: OperationError, context: OperationContext): GraphQLResponse {
  const errors = error.errors.map(one => formatOperationError(error, one))
  return { isRequestError: true, isLarge: false, body: { errors: recordErrorCodes(errors, context) } }
}

function tooManyObjectsResponse({ largest }: ObjectBudget, context: OperationContext): GraphQLResponse {
  const largestField = { field: formatFieldPath(largest?.path), objects: largest?.objects ?? 0 }
  return toErrorResponse(tooManyObjectsError(maxDeliveredObjects, largestField), context)
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
