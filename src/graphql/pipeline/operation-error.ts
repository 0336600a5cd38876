import { GraphQLError, type GraphQLErrorOptions } from 'graphql'
import type { ErrorCode, InputErrorCode } from '../../errors.js'

/** An error about invalid input. `field` is the path of the input, or a parameter of the request. */
export interface InputError extends GraphQLError {
  readonly extensions: { field: string }
}

export const inputError = (field: string, message: string, options: GraphQLErrorOptions = {}): InputError =>
  new GraphQLError(message, { ...options, extensions: { field } }) as InputError

/** Rejects a request before anything is executed. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly GraphQLError[]
  /** Further extensions of the errors. */
  readonly details: Record<string, unknown>

  constructor(
    code: Exclude<ErrorCode, InputErrorCode>,
    errors: readonly GraphQLError[],
    details?: Record<string, unknown>,
  )
  constructor(code: ErrorCode, errors: readonly InputError[], details?: Record<string, unknown>)
  constructor(code: ErrorCode, errors: readonly GraphQLError[], details: Record<string, unknown> = {}) {
    super(errors[0]?.message)
    this.name = 'OperationError'
    this.code = code
    this.errors = errors
    this.details = details
  }
}
