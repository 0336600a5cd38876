import { GraphQLError, type ASTNode, type GraphQLFormattedError } from 'graphql'
import { badUserInput, isOverload, graphqlCodeOf, type AppError, type ErrorCode } from '../../errors.js'
import { toAppError } from '../../http/app-error.js'
import type { ErrorShape } from '../../http/errors.js'
import { OperationError } from './operation-error.js'

function extensionsOf({
  code,
  field,
  retryAfter,
  details = {},
}: {
  code: ErrorCode
  field?: string | undefined
  retryAfter?: number | undefined
  details?: Readonly<Record<string, string>>
}): Record<string, unknown> {
  return {
    ...graphqlCodeOf(code),
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...details,
  }
}

/** The body of a response if the request failed before anything was executed. */
export const requestErrorShape: ErrorShape = error => ({
  errors: [{ message: error.message, locations: [], path: [], extensions: extensionsOf(error) }],
})

/** Formats an error in the document, its variables or the choice of its operation. */
export const formatOperationError = (
  { code, details }: OperationError,
  error: GraphQLError,
): GraphQLFormattedError => ({
  message: error.message,
  locations: error.locations ?? [],
  path: [],
  extensions: { ...extensionsOf({ code }), ...details, ...error.extensions },
})

/**
 * Formats any error that prevents the execution of a request, for transports that have no status codes. Calls `report`
 * with unexpected errors, whose details clients must not see.
 */
export function formatRequestError(
  error: unknown,
  requestId: string,
  report: (error: unknown) => void,
): GraphQLFormattedError[] {
  if (error instanceof OperationError) return error.errors.map(one => formatOperationError(error, one))
  const appError = toAppError(error, requestId)
  if (isUnexpected(appError)) report(appError.cause ?? appError)
  return [{ message: appError.message, locations: [], path: [], extensions: extensionsOf(appError) }]
}

interface FormatOptions {
  requestId: string
  /** Called with unexpected errors, whose details clients must not see. */
  report(error: unknown): void
  /** Returns the path of an argument's value in the document. */
  pathOf(value: ASTNode): string
}

/** Formats an error of a field. */
export function formatExecutionError(
  error: GraphQLError,
  { requestId, report, pathOf }: FormatOptions,
): GraphQLFormattedError {
  const { locations = [], path = [] } = error
  const cause = causeOf(error)
  const value = argumentIn(cause)
  const appError = value ? badUserInput(pathOf(value), cause.message) : toAppError(cause, requestId)
  if (isUnexpected(appError)) report(appError.cause ?? appError)
  const {
    message,
    code,
    retryAfter,
    details,
    field = code === 'QUERY_TOO_COMPLEX' ? fieldPath(path) : undefined,
  } = appError
  return { message, locations, path, extensions: extensionsOf({ code, retryAfter, details, field }) }
}

/** Returns the response names of a path, such as `workouts.edges.node`. */
const fieldPath = (path: readonly (string | number)[]) =>
  path.filter(key => typeof key === 'string').join('.')

/** Temporary rejections, such as overload, are not reported: the log line of the request contains their code. */
const isUnexpected = (error: AppError) => error.statusCode >= 500 && !isOverload(error)

const causeOf = (error: Error): Error =>
  error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error

/** The invalid value of an argument, for example null for a non-null argument. Other errors have no nodes. */
const argumentIn = (error: Error): ASTNode | undefined =>
  error instanceof GraphQLError ? error.nodes?.[0] : undefined
