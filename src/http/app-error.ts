import type { FastifyError } from 'fastify'
import { DatabaseUnavailableError } from '../platform/database/database.js'
import { StorageUnavailableError } from '../platform/files/object-storage.js'
import { AppError, unavailable, validationError, type ErrorCode } from '../errors.js'

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_ERROR',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_ERROR',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
}

/** What a client is told of any error: what is unexpected becomes INTERNAL_SERVER_ERROR and says nothing more. */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailableError)
    return unavailable('The service cannot reach its database. Try again in a moment.', 5, error)
  if (error instanceof StorageUnavailableError)
    return unavailable('The service cannot reach its file storage. Try again in a moment.', 5, error)
  if (isFastifyError(error)) {
    if (error.validation) return validationError(error.message)
    const code = fastifyCodes[error.code]
    if (code) return new AppError(code, error.message, { cause: error })
    if (error instanceof SyntaxError) return validationError('The body is not valid JSON.')
  }
  const message = `Internal server error (request ${requestId})`
  return new AppError('INTERNAL_SERVER_ERROR', message, { cause: error })
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error)
