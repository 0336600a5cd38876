import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { AppError, errorStatuses, isOverload, type ErrorCode } from '../errors.js'
import { toAppError } from './app-error.js'
import { notFoundPage } from './pages/not-found.js'
import { sendPage } from './pages/page.js'
import { setRateLimitHeaders } from './rate-limits.js'

/** Formats the body of an error. Each part of the service has its own shape and its own names for some codes. */
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

const Code = Type.String({ description: 'Error code, for programs.' })
const Field = Type.Optional(
  Type.String({
    description:
      'Name of the invalid key of the body or field of the form; `body` if the whole body cannot be read.',
  }),
)
const Message = Type.String({ description: 'Error message, for developers.' })

const Scope = Type.Optional(
  Type.String({ description: 'With INSUFFICIENT_SCOPE: the scope that the personal access token lacks.' }),
)

const ErrorResponse = Type.Object(
  {
    statusCode: Type.Integer({ description: 'HTTP status.' }),
    code: Code,
    field: Field,
    error: Type.String({ description: 'Name of the HTTP status.' }),
    message: Message,
    secondFactorToken: Type.Optional(
      Type.String({ description: 'With SECOND_FACTOR_REQUIRED: send it to `POST /auth/second-factor`.' }),
    ),
    linkToken: Type.Optional(
      Type.String({ description: 'With LINK_REQUIRED: send it to `POST /auth/oidc/link`.' }),
    ),
    scope: Scope,
  },
  { title: 'Error' },
)

const StorageErrorResponse = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false.' }),
    error: Type.Object(
      { code: Code, field: Field, message: Message, scope: Scope },
      { description: 'The error.' },
    ),
  },
  { title: 'StorageError' },
)

/** Declares the errors of a REST route for OpenAPI, grouped by status. */
export const restErrors = (...codes: ErrorCode[]) => errorResponses(ErrorResponse, codes)

/** Declares the errors of a storage route for OpenAPI, grouped by status. */
export const storageErrors = (...codes: ErrorCode[]) => errorResponses(StorageErrorResponse, codes)

function errorResponses(schema: TSchema, codes: ErrorCode[]) {
  const statuses = [...new Set(codes.map(code => errorStatuses[code]))].sort()
  return Object.fromEntries(
    statuses.map(status => {
      const description = codes.filter(code => errorStatuses[code] === status).join(' or ')
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

export const restShape: ErrorShape = ({ statusCode, code, field, message, details }) => ({
  statusCode,
  code: restCodes[code] ?? code,
  field,
  error: STATUS_CODES[statusCode],
  message,
  ...details,
})

export const storageShape: ErrorShape = ({ code, field, message, details }) => ({
  success: false,
  error: { code: storageCodes[code] ?? code, field, message, ...details },
})

/** The media type of an error's body, and its serializer. */
export interface ErrorFormat {
  mediaType: string
  write(body: object): string
}

const jsonFormat: ErrorFormat = { mediaType: 'application/json; charset=utf-8', write: JSON.stringify }

/** Sends every error of the scope in the given shape and format, JSON by default. */
export function handleErrors(
  app: FastifyInstance,
  shape: ErrorShape,
  formatFor: (request: FastifyRequest) => ErrorFormat = () => jsonFormat,
): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, shape, formatFor(request)))
}

/** Sends 404 for unknown addresses below the prefix of the scope: a page to browsers, the given shape to other clients. */
export function handleNotFound(app: FastifyInstance, shape: ErrorShape): void {
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return sendPage(reply.code(404).header('vary', 'Accept'), notFoundPage)
    const path = request.raw.url?.split('?')[0]?.slice(0, 200)
    return sendError(
      new AppError('NOT_FOUND', `There is no ${request.method} ${path}.`),
      request,
      reply,
      shape,
    )
  })
}

/** Returns whether a browser navigates to the address: it prefers HTML to JSON. */
export const isNavigation = (request: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(request.method) &&
  request.accepts().type(['application/json', 'text/html']) === 'text/html'

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: ErrorShape,
  { mediaType, write } = jsonFormat,
): FastifyReply {
  const appError = toAppError(error, request.id)
  request.stats?.errors.add(appError.code)
  if (isOverload(appError)) request.log.warn(appError.message)
  else if (appError.statusCode >= 500)
    request.log.error({ err: appError.cause ?? appError }, appError.message)
  if (appError.retryAfter !== undefined) reply.header('retry-after', appError.retryAfter)
  if (appError.exceeded) setRateLimitHeaders(reply, { ...appError.exceeded, allowed: false, remaining: 0 })
  if (appError.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  // The response schema of the route does not apply to errors.
  return reply.code(appError.statusCode).type(mediaType).serializer(write).send(shape(appError))
}
