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

/** Server errors of a primary that steps down, shuts down, or exceeds a time limit. */
const transientErrors = {
  HostUnreachable: 6,
  HostNotFound: 7,
  MaxTimeMSExpired: 50,
  WriteConcernTimeout: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  PrimarySteppedDown: 189,
  ExceededTimeLimit: 262,
  SocketException: 9001,
  NotWritablePrimary: 10107,
  InterruptedAtShutdown: 11600,
  InterruptedDueToReplStateChange: 11602,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
}
const transientCodes = new Set(Object.values(transientErrors))

const duplicateKey = 11000

/** Codes of operating system errors that the driver sometimes does not wrap. */
const socketCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** Converts an error of the driver to one of the database interface. */
export function translateError(error: unknown): unknown {
  if (isDuplicate(error)) {
    return new DuplicateKeyError(Object.keys((error['keyPattern'] as Document | undefined) ?? {}), {
      cause: error,
    })
  }
  return isUnavailable(error) ? new DatabaseUnavailableError({ cause: error }) : error
}

export function isDuplicate(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === duplicateKey
}

function isUnavailable(thrown: unknown): boolean {
  const error = underlyingError(thrown)
  if (connectionErrors.some(type => error instanceof type)) return true
  if (!(error instanceof Error)) return false
  if (socketCodes.has(String((error as NodeJS.ErrnoException).code)) || isBrokenCommit(error)) return true
  if (!(error instanceof MongoError)) return false
  // Errors of a connection pool that was cleared, or whose queue timed out.
  if (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel(MongoErrorLabel.RetryableWriteError))
    return true
  return transientCodes.has(Number(error.code))
}

/** Returns whether the transaction can be retried. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  hasLabel(error, MongoErrorLabel.TransientTransactionError) ||
  isCommitResultUnknown(error)

/** Returns whether the outcome of the commit is unknown, so that it can be sent again. */
export const isCommitResultUnknown = (error: unknown): boolean =>
  hasLabel(error, MongoErrorLabel.UnknownTransactionCommitResult) ||
  (isUnavailable(error) && !hasLabel(error, MongoErrorLabel.TransientTransactionError))

/** Returns whether the driver would repeat a failed read. */
export const isRetryableRead = (error: unknown): boolean =>
  error instanceof MongoNetworkError || (error instanceof MongoServerError && isUnavailable(error))

function hasLabel(thrown: unknown, label: string): boolean {
  const error = underlyingError(thrown)
  return error instanceof MongoError && error.hasErrorLabel(label)
}

/** Returns the connection error that the driver wraps in a bulk write error. */
const underlyingError = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error
    ? error.errorResponse
    : error

// The driver mistakes a plain socket error of a commit for its own error type and calls a method that it lacks.
const isBrokenCommit = (error: Error) => error instanceof TypeError && error.message.includes('hasErrorLabel')
