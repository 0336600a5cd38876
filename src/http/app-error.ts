import type { FastifyError } from 'fastify'
import { DatabaseUnavailableError } from '../platform/database/database.js'
import { StorageUnavailableError } from '../platform/files/object-storage.js'
import { AppError, unavailable, validationError, type ErrorCode, type InputErrorCode } from '../errors.js'

const fastifyCodes: Record<string, Exclude<ErrorCode, InputErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
}

/** Errors of Fastify about invalid input, with the invalid part of the request. */
const fastifyInputCodes: Record<string, { code: InputErrorCode; field: string }> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'VALIDATION_ERROR', field: 'body' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'VALIDATION_ERROR', field: 'body' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'BAD_REQUEST', field: 'body' },
  FST_ERR_BAD_URL: { code: 'BAD_REQUEST', field: 'url' },
}

/** Unknown keys of a request body may be of any length. */
const maxFieldLength = 200

/** Converts any error to one that clients may see. Unexpected errors become INTERNAL_SERVER_ERROR without details. */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailableError)
    return unavailable('The service cannot reach its database. Try again in a moment.', 5, error)
  if (error instanceof StorageUnavailableError)
    return unavailable('The service cannot reach its file storage. Try again in a moment.', 5, error)
  if (isFastifyError(error)) {
    if (error.validation) return validationError(fieldOf(error), error.message)
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the body as JSON, with "Content-Type: application/json".',
        {
          cause: error,
        },
      )
    const code = fastifyCodes[error.code]
    if (code) return new AppError(code, error.message, { cause: error })
    const input = fastifyInputCodes[error.code]
    if (input) return new AppError(input.code, error.message, { field: input.field, cause: error })
    if (error instanceof SyntaxError) return validationError('body', 'The body is not valid JSON.')
  }
  const message = `Internal server error (request ${requestId})`
  return new AppError('INTERNAL_SERVER_ERROR', message, { cause: error })
}

/**
 * Returns the path of the first invalid key of the body or the query string; `body` or `querystring` if it is invalid as a
 * whole.
 */
function fieldOf({ validation = [], validationContext = 'body' }: FastifyError): string {
  const [problem] = validation
  const { missingProperty, additionalProperty } = (problem?.params ?? {}) as {
    missingProperty?: string
    additionalProperty?: string
  }
  const inner = missingProperty ?? additionalProperty
  const path = [...(problem?.instancePath ?? '').split('/').slice(1), ...(inner === undefined ? [] : [inner])]
  return path.length > 0 ? path.join('.').slice(0, maxFieldLength) : validationContext
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error)
