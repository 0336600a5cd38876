import { AppError } from '../../errors.js'
import type { StoredRecord, WriteResult } from './models.js'

/**
 * The result of a write that changes nothing.
 * @param row the record as it is now; null if it does not exist
 * @param version the one that the write created earlier, or the current version
 */
export const unchangedResult = <Content extends object, Derived extends object>(
  row: StoredRecord<Content, Derived> | null,
  version = row?.version ?? null,
): WriteResult<Content, Derived> => ({
  status: 'UNCHANGED',
  conflict: null,
  version,
  row: row?.deletedAt === null ? row : null,
  deletedAt: row?.deletedAt ?? null,
  error: null,
})

export const refusedResult = (error: AppError): WriteResult => ({
  status: 'REFUSED',
  conflict: null,
  version: null,
  row: null,
  deletedAt: null,
  error,
})

/** The same result, whose error names the field of the command, because the command does not send the content. */
export const withErrorField = <Content extends object, Derived extends object>(
  result: WriteResult<Content, Derived>,
  field: string,
): WriteResult<Content, Derived> =>
  result.error
    ? { ...result, error: new AppError(result.error.code, result.error.message, { field }) }
    : result

/** @throws the error of a refused write */
export function unwrapResult<Content extends object, Derived extends object>(
  result: WriteResult<Content, Derived>,
): WriteResult<Content, Derived> {
  if (result.error) throw result.error
  return result
}
