import type { GraphQLError } from 'graphql'
import type { ErrorCode } from '../../errors.js'

/** A request that is refused before anything is executed. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly GraphQLError[]
  /** More about it, for programs. */
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, errors: readonly GraphQLError[], details: Record<string, unknown> = {}) {
    super(errors[0]?.message)
    this.name = 'OperationError'
    this.code = code
    this.errors = errors
    this.details = details
  }
}
