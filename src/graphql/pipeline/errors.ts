import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { badUserInput, type ErrorCode } from '../../errors.js'
import { toAppError } from '../../http/app-error.js'
import type { ErrorShape } from '../../http/errors.js'
import { OperationError } from './operation-error.js'

/** The codes that GraphQL clients see; what is more precise than they are is told as `extensions.reason`. */
const graphqlCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  BAD_REQUEST: 'BAD_USER_INPUT',
  VALIDATION_ERROR: 'BAD_USER_INPUT',
  WEAK_PASSWORD: 'BAD_USER_INPUT',
  WRONG_PASSWORD: 'BAD_USER_INPUT',
  INVALID_TOKEN: 'BAD_USER_INPUT',
  CURSOR_EXPIRED: 'BAD_USER_INPUT',
  TOKEN_EXPIRED: 'UNAUTHENTICATED',
  INVALID_CREDENTIALS: 'UNAUTHENTICATED',
  INVALID_REFRESH_TOKEN: 'UNAUTHENTICATED',
  ACCOUNT_DISABLED: 'FORBIDDEN',
  DELETION_PENDING: 'FORBIDDEN',
  ACCOUNT_NOT_VERIFIED: 'FORBIDDEN',
  CONSENT_REQUIRED: 'FORBIDDEN',
  USERNAME_TAKEN: 'CONFLICT',
  TOO_MANY_REQUESTS: 'RATE_LIMITED',
}

function extensionsOf({
  code,
  retryAfter,
}: {
  code: ErrorCode
  retryAfter?: number
}): Record<string, unknown> {
  const coarse = graphqlCodes[code]
  return {
    code: coarse ?? code,
    ...(coarse ? { reason: code } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
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
  if (appError.statusCode >= 500) report(appError.cause ?? appError)
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
  if (appError.statusCode >= 500) report(appError.cause ?? appError)
  return { message: appError.message, locations, path, extensions: extensionsOf(appError) }
}

const causeOf = (error: Error): Error =>
  error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error

/** A null where an argument takes none, for instance. Errors about values of the service point at nothing. */
const isAboutDocument = (error: Error): boolean => error instanceof GraphQLError && error.nodes !== undefined
