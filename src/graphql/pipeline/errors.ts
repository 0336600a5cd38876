import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { badUserInput, isRefusal, toldAs, type AppError, type ErrorCode } from '../../errors.js'
import { toAppError } from '../../http/app-error.js'
import type { ErrorShape } from '../../http/errors.js'
import { OperationError } from './operation-error.js'

function extensionsOf({
  code,
  retryAfter,
}: {
  code: ErrorCode
  retryAfter?: number
}): Record<string, unknown> {
  return { ...toldAs(code), ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** The body of a request that failed before anything was executed. */
export const requestErrorShape: ErrorShape = error => ({
  errors: [{ message: error.message, locations: [], path: [], extensions: extensionsOf(error) }],
})

/** A refusal of the document, its variables or the choice of its operation. */
export const formatRefusal = (
  { code, details }: OperationError,
  error: GraphQLError,
): GraphQLFormattedError => ({
  message: error.message,
  locations: error.locations ?? [],
  path: [],
  extensions: { ...extensionsOf({ code }), ...details },
})

/**
 * Any error that keeps a request from being executed, for transports that have no statuses; `report` gets what is
 * not for clients.
 */
export function formatFailure(
  error: unknown,
  requestId: string,
  report: (error: unknown) => void,
): GraphQLFormattedError[] {
  if (error instanceof OperationError) return error.errors.map(one => formatRefusal(error, one))
  const appError = toAppError(error, requestId)
  if (isFailure(appError)) report(appError.cause ?? appError)
  return [{ message: appError.message, locations: [], path: [], extensions: extensionsOf(appError) }]
}

/** An error of execution as the client sees it; `report` gets what is not for clients. */
export function formatError(
  error: GraphQLError,
  requestId: string,
  report: (error: unknown) => void,
): GraphQLFormattedError {
  const { locations = [], path = [] } = error
  const cause = causeOf(error)
  const appError = isAboutDocument(cause) ? badUserInput(cause.message) : toAppError(cause, requestId)
  if (isFailure(appError)) report(appError.cause ?? appError)
  return { message: appError.message, locations, path, extensions: extensionsOf(appError) }
}

/** Of what the service refuses for now, the line of the request tells enough. */
const isFailure = (error: AppError) => error.statusCode >= 500 && !isRefusal(error)

const causeOf = (error: Error): Error =>
  error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error

/** A null where an argument takes none, for instance. Errors about values of the service point at nothing. */
const isAboutDocument = (error: Error): boolean => error instanceof GraphQLError && error.nodes !== undefined
