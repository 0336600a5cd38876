import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, type ErrorCode } from '../errors.js'
import { toAppError } from './app-error.js'

/** The body of an error. Each part of the service has its own shape, and its own word for some codes. */
export type ErrorShape = (error: AppError) => object

const restCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  BAD_USER_INPUT: 'VALIDATION_ERROR',
  BAD_REQUEST: 'VALIDATION_ERROR',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
}

const storageCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  BAD_USER_INPUT: 'BAD_REQUEST',
  VALIDATION_ERROR: 'BAD_REQUEST',
}

export const ErrorAnswer = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String({ description: 'What went wrong, for programs.' }),
  error: Type.String({ description: 'Name of the status.' }),
  message: Type.String({ description: 'What went wrong, for people.' }),
})

const StorageErrorAnswer = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({ code: Type.String(), message: Type.String() }),
})

/** What a route of the storage declares of its errors. */
export const storageErrors = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map(status => [status, { ...StorageErrorAnswer, description: STATUS_CODES[status] }]),
  )

export const restShape: ErrorShape = ({ statusCode, code, message }) => ({
  statusCode,
  code: restCodes[code] ?? code,
  error: STATUS_CODES[statusCode],
  message,
})

export const storageShape: ErrorShape = ({ code, message }) => ({
  success: false,
  error: { code: storageCodes[code] ?? code, message },
})

/** Every error of this scope is answered in the shape. */
export function answerErrors(app: FastifyInstance, shape: ErrorShape): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, shape))
}

/** Unknown addresses below the prefix of this scope are answered in the shape. */
export function answerUnknown(app: FastifyInstance, shape: ErrorShape): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.raw.url?.split('?')[0]?.slice(0, 200)
    return sendError(
      new AppError('NOT_FOUND', `There is no ${request.method} ${path}.`),
      request,
      reply,
      shape,
    )
  })
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: ErrorShape,
): FastifyReply {
  const appError = toAppError(error, request.id)
  if (appError.statusCode >= 500) request.log.error({ err: appError.cause ?? appError }, appError.message)
  if (appError.retryAfter !== undefined) reply.header('retry-after', appError.retryAfter)
  if (appError.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  // What the route declares for its own answers does not apply to errors.
  return reply
    .code(appError.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(shape(appError))
}
