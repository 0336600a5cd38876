import { GraphQLError, type ASTNode, type GraphQLFormattedError } from 'graphql'
import { badUserInput, isOverload, publicCode, type AppError, type ErrorCode } from '../../errors.js'
import { toAppError } from '../../http/app-error.js'
import type { ErrorShape } from '../../http/errors.js'
import { OperationError } from './operation-error.js'

function extensionsOf({
  code,
  field,
  retryAfter,
}: {
  code: ErrorCode
  field?: string
  retryAfter?: number
}): Record<string, unknown> {
  return {
    ...publicCode(code),
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/** The body of a request that failed before anything was executed. */
export const requestErrorShape: ErrorShape = error => ({
  errors: [{ message: error.message, locations: [], path: [], extensions: extensionsOf(error) }],
})

/** A refusal of the document, its variables or the choice of its operation. */
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
 * Any error that keeps a request from being executed, for transports that have no statuses; `report` gets what is
 * not for clients.
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
  /** Gets what is not for clients. */
  report(error: unknown): void
  /** Path of an argument's value in the document. */
  pathOf(value: ASTNode): string
}

/** An error of execution as the client sees it. */
export function formatExecutionError(
  error: GraphQLError,
  { requestId, report, pathOf }: FormatOptions,
): GraphQLFormattedError {
  const { locations = [], path = [] } = error
  const cause = causeOf(error)
  const value = argumentIn(cause)
  const appError = value ? badUserInput(pathOf(value), cause.message) : toAppError(cause, requestId)
  if (isUnexpected(appError)) report(appError.cause ?? appError)
  return { message: appError.message, locations, path, extensions: extensionsOf(appError) }
}

/** Of what the service refuses for now, the line of the request tells enough. */
const isUnexpected = (error: AppError) => error.statusCode >= 500 && !isOverload(error)

const causeOf = (error: Error): Error =>
  error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error

/** The value that does not fit, such as a null for an argument that takes none. Other errors point at nothing. */
const argumentIn = (error: Error): ASTNode | undefined =>
  error instanceof GraphQLError ? error.nodes?.[0] : undefined
