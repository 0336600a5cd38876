/** The service refused a request, or a part of it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** Such as `NOT_FOUND`. It is the more precise reason, such as `CONSENT_REQUIRED`, where the service gives one. */
  readonly code: string
  /** The path of the invalid input, such as `input.exercises[0].sets[2].reps`; null if there is none. */
  readonly field: string | null
  /** The number of seconds after which the request may succeed; null if waiting does not help. */
  readonly retryAfter: number | null
  /** With SECOND_FACTOR_REQUIRED: pass it to `submitSecondFactor`; null otherwise. */
  readonly secondFactorToken: string | null
  /** With LINK_REQUIRED: pass it to `linkIdentity`; null otherwise. */
  readonly linkToken: string | null

  constructor(problem: ServiceProblem) {
    const { code, message, field = null, retryAfter = null } = problem
    super(message)
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
    this.secondFactorToken = problem.secondFactorToken ?? null
    this.linkToken = problem.linkToken ?? null
  }
}

interface ServiceProblem {
  code: string
  message: string
  field?: string | null
  retryAfter?: number | null
  secondFactorToken?: string | null
  linkToken?: string | null
}

/** No response arrived, or none that the service has sent. Whether the request was executed is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** A save of a record whose copy on the device may lack fields, because other documents have read it. */
export class StaleRecordError extends Error {
  override readonly name = 'StaleRecordError'
  readonly recordId: string

  constructor(recordId: string) {
    super(`The record ${recordId} was read with other documents. Call synchronize, then repeat the change.`)
    this.recordId = recordId
  }
}

interface GraphQLProblem {
  message: string
  extensions?: { code?: string; reason?: string; field?: string; retryAfter?: number }
}

export const fromGraphQL = ({ message, extensions = {} }: GraphQLProblem): ServiceError =>
  new ServiceError({
    code: extensions.reason ?? extensions.code ?? 'INTERNAL_SERVER_ERROR',
    message,
    field: extensions.field ?? null,
    retryAfter: extensions.retryAfter ?? null,
  })

/** Reads the error of a REST route. @param body null if it is not JSON */
export function fromResponse(response: Response, body: unknown): Error {
  const whole = isRecord(body) ? body : {}
  // The routes of the storage have the error in a field.
  const { code, field, message } = isRecord(whole['error']) ? whole['error'] : whole
  if (typeof code !== 'string') return new NetworkError(`The response has the status ${response.status}.`)
  const { secondFactorToken, linkToken } = whole
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ServiceError({
    code,
    message: String(message),
    field: typeof field === 'string' ? field : null,
    retryAfter: Number.isFinite(wait) ? wait : null,
    secondFactorToken: typeof secondFactorToken === 'string' ? secondFactorToken : null,
    linkToken: typeof linkToken === 'string' ? linkToken : null,
  })
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
