/** All error codes of the API, with their HTTP status. */
export const errorStatuses = {
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  VALIDATION_ERROR: 400,
  WEAK_PASSWORD: 400,
  WRONG_PASSWORD: 400,
  INVALID_TOKEN: 400,
  INVALID_STATE: 400,
  INVALID_PASSKEY: 400,
  CURSOR_EXPIRED: 400,
  EMPTY_FILE: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  QUERY_TOO_COMPLEX: 400,
  // Clients expect status 200 and then repeat the request with the document.
  PERSISTED_QUERY_NOT_FOUND: 200,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_CODE: 401,
  INVALID_ID_TOKEN: 401,
  INVALID_REFRESH_TOKEN: 401,
  INVALID_SIGNATURE: 401,
  TIMESTAMP_OUT_OF_RANGE: 401,
  FORBIDDEN: 403,
  ACCOUNT_DISABLED: 403,
  DELETION_PENDING: 403,
  ACCOUNT_NOT_VERIFIED: 403,
  CONSENT_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  GUEST_ACCOUNT: 403,
  GUESTS_DISABLED: 403,
  REGISTRATION_DISABLED: 403,
  INSUFFICIENT_SCOPE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  LAST_WAY_IN: 409,
  LINK_REQUIRED: 409,
  EMAIL_TAKEN: 409,
  PASSKEY_TAKEN: 409,
  LIMIT_REACHED: 409,
  IDENTITY_TAKEN: 409,
  ALREADY_ENABLED: 409,
  USERNAME_TAKEN: 409,
  CONFLICT: 409,
  FILE_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** The codes that the GraphQL API returns in place of more specific ones. */
const graphqlCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  BAD_REQUEST: 'BAD_USER_INPUT',
  VALIDATION_ERROR: 'BAD_USER_INPUT',
  WEAK_PASSWORD: 'BAD_USER_INPUT',
  WRONG_PASSWORD: 'BAD_USER_INPUT',
  INVALID_TOKEN: 'BAD_USER_INPUT',
  CURSOR_EXPIRED: 'BAD_USER_INPUT',
  TOKEN_EXPIRED: 'UNAUTHENTICATED',
  SECOND_FACTOR_REQUIRED: 'UNAUTHENTICATED',
  INVALID_CREDENTIALS: 'UNAUTHENTICATED',
  INVALID_CODE: 'BAD_USER_INPUT',
  INVALID_ID_TOKEN: 'BAD_USER_INPUT',
  INVALID_PASSKEY: 'BAD_USER_INPUT',
  INVALID_STATE: 'BAD_USER_INPUT',
  INVALID_REFRESH_TOKEN: 'UNAUTHENTICATED',
  ACCOUNT_DISABLED: 'FORBIDDEN',
  DELETION_PENDING: 'FORBIDDEN',
  ACCOUNT_NOT_VERIFIED: 'FORBIDDEN',
  CONSENT_REQUIRED: 'FORBIDDEN',
  STEP_UP_REQUIRED: 'FORBIDDEN',
  SECOND_FACTOR_SETUP_REQUIRED: 'FORBIDDEN',
  GUEST_ACCOUNT: 'FORBIDDEN',
  GUESTS_DISABLED: 'FORBIDDEN',
  REGISTRATION_DISABLED: 'FORBIDDEN',
  INSUFFICIENT_SCOPE: 'FORBIDDEN',
  LAST_WAY_IN: 'CONFLICT',
  LINK_REQUIRED: 'CONFLICT',
  EMAIL_TAKEN: 'CONFLICT',
  PASSKEY_TAKEN: 'CONFLICT',
  LIMIT_REACHED: 'CONFLICT',
  IDENTITY_TAKEN: 'CONFLICT',
  ALREADY_ENABLED: 'CONFLICT',
  USERNAME_TAKEN: 'CONFLICT',
  TOO_MANY_REQUESTS: 'RATE_LIMITED',
}

/** Codes of errors about the input. The GraphQL API returns all of them as BAD_USER_INPUT. */
export type InputErrorCode =
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'CURSOR_EXPIRED'
  | 'EMPTY_FILE'
  | 'INVALID_CODE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_PASSKEY'
  | 'INVALID_STATE'
  | 'INVALID_TOKEN'
  | 'VALIDATION_ERROR'
  | 'WEAK_PASSWORD'
  | 'WRONG_PASSWORD'

/** Returns the code for GraphQL clients, and the more specific code as `reason` if there is one. */
export function graphqlCodeOf(code: ErrorCode): { code: ErrorCode; reason?: ErrorCode } {
  const generalCode = graphqlCodes[code]
  return generalCode ? { code: generalCode, reason: code } : { code }
}

interface ExceededLimit {
  limit: number
  /** When the window ends. */
  resetAt: Date
}

interface AppErrorOptions extends ErrorOptions {
  /** The header `Retry-After`, in seconds. */
  retryAfter?: number
  /** The limit that is exceeded, for the rate limit headers; by default, the one of requests. */
  exceeded?: ExceededLimit
  /**
   * The path of the invalid input, such as `input.exercises[2].sets[0].reps`. It begins with the name of the GraphQL
   * argument, the key of the JSON body or the form field. `body` means that the body cannot be read.
   */
  field?: string
  /** What else the client needs, such as the scope that a token lacks: further keys of the body or of `extensions`. */
  details?: Readonly<Record<string, string>>
}

type InputErrorOptions = AppErrorOptions & Required<Pick<AppErrorOptions, 'field'>>

/** An error for the client, whose code and message are returned unchanged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly retryAfter: number | undefined
  readonly exceeded: ExceededLimit | undefined
  readonly field: string | undefined
  readonly details: Readonly<Record<string, string>>

  constructor(code: Exclude<ErrorCode, InputErrorCode>, message: string, options?: AppErrorOptions)
  // Errors about the input require the field.
  constructor(code: ErrorCode, message: string, options: InputErrorOptions)
  constructor(
    code: ErrorCode,
    message: string,
    { retryAfter, exceeded, field, details, ...options }: AppErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.statusCode = errorStatuses[code]
    this.retryAfter = retryAfter
    this.exceeded = exceeded
    this.field = field
    this.details = details ?? {}
  }
}

/** @param problem the rest of a sentence that begins with the field, such as `must be …` */
export const badUserInputAt = (field: string, problem: string) => badUserInput(field, `${field} ${problem}`)

export const badUserInput = (field: string, message: string) =>
  new AppError('BAD_USER_INPUT', message, { field })

export const validationError = (field: string, message: string) =>
  new AppError('VALIDATION_ERROR', message, { field })

export const unauthenticated = (message = 'Sign in first: send "Authorization: Bearer <access token>".') =>
  new AppError('UNAUTHENTICATED', message)

export const forbidden = (message: string) => new AppError('FORBIDDEN', message)

export const notFound = (what: string) => new AppError('NOT_FOUND', `There is no such ${what}.`)

export const conflict = (message: string) => new AppError('CONFLICT', message)

export const rateLimited = (message: string, retryAfter: number) =>
  new AppError('RATE_LIMITED', message, { retryAfter })

export const unavailable = (message: string, retryAfter = 5, cause?: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', message, { retryAfter, cause })

/** Returns whether the service rejected a request because of overload. Nothing has failed, so no stack is logged. */
export const isOverload = ({ code, cause }: AppError) => code === 'SERVICE_UNAVAILABLE' && cause === undefined

/** Settings or files must be corrected before the program can run. The message lists all problems. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.map(problem => `  - ${problem}`).join('\n'))
    this.name = 'ConfigError'
  }
}

/** A command was called with invalid arguments. The message is the usage text. */
export class UsageError extends Error {}
