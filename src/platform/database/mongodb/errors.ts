import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb'
import type { Document } from 'mongodb'
import { DatabaseUnavailableError, DuplicateKeyError } from '../database.js'
import { DeadlineError } from '../../../lib/deadline.js'

const connectionErrors = [
  DeadlineError,
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
]

/** Server errors of a primary that stepped down, shuts down, or ran out of time, by their code. */
const transientCodes = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

/** What the driver now and then lets out as it came from the operating system. */
const socketCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** The error of the driver as the stores know it. */
export function translateError(error: unknown): unknown {
  if (isDuplicate(error)) {
    return new DuplicateKeyError(Object.keys((error['keyPattern'] as Document | undefined) ?? {}), {
      cause: error,
    })
  }
  return isUnavailable(error) ? new DatabaseUnavailableError({ cause: error }) : error
}

export function isDuplicate(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === 11000
}

function isUnavailable(thrown: unknown): boolean {
  const error = underlyingError(thrown)
  if (connectionErrors.some(type => error instanceof type)) return true
  if (!(error instanceof Error)) return false
  if (socketCodes.has(String((error as NodeJS.ErrnoException).code)) || isBrokenCommit(error)) return true
  if (!(error instanceof MongoError)) return false
  // A connection pool that was cleared, or whose queue was too long, says so only by these.
  if (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel(MongoErrorLabel.RetryableWriteError))
    return true
  return transientCodes.has(Number(error.code))
}

/** Whether the same transaction may well succeed when it is done again. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  hasLabel(error, MongoErrorLabel.TransientTransactionError) ||
  isCommitResultUnknown(error)

/** Whether nobody knows if the commit has happened: it may be sent again. */
export const isCommitResultUnknown = (error: unknown): boolean =>
  hasLabel(error, MongoErrorLabel.UnknownTransactionCommitResult) ||
  (isUnavailable(error) && !hasLabel(error, MongoErrorLabel.TransientTransactionError))

function hasLabel(thrown: unknown, label: string): boolean {
  const error = underlyingError(thrown)
  return error instanceof MongoError && error.hasErrorLabel(label)
}

/** What ended a bulk before a server answered, the driver hides in an error of the server. */
const underlyingError = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error
    ? error.errorResponse
    : error

// The driver takes a bare socket error in a commit for one of its own and calls what that does not have.
const isBrokenCommit = (error: Error) => error instanceof TypeError && error.message.includes('hasErrorLabel')
