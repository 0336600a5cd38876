import { AppError } from '../errors.js'
import { objectCount } from './object-count.js'
import type { ObjectBudget } from './object-budget.js'

/**
 * The number of stored objects that one request can read by identifiers. A record is read as a whole, however few of its
 * fields are selected.
 */
export const maxObjectsRead = 50_000

/** The number of records that are read together. They are in memory before they are counted. */
export const recordsReadAtOnce = 20

/** The number of stored objects that requests have read so far, over all their fields and operations. */
const objectsRead = new WeakMap<ObjectBudget, number>()

/**
 * Reads records by their identifiers and counts the objects that they are made of.
 * @param request the budget of the request, undefined where nothing is counted
 * @throws AppError QUERY_TOO_COMPLEX if the request has read too many objects
 */
export async function readRecords<T>(
  request: ObjectBudget | undefined,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (!request) return read()
  count(request, 0)
  const records = await read()
  count(request, objectCount(records))
  return records
}

function count(request: ObjectBudget, objects: number): void {
  const sum = (objectsRead.get(request) ?? 0) + objects
  objectsRead.set(request, sum)
  if (sum > maxObjectsRead)
    throw new AppError(
      'QUERY_TOO_COMPLEX',
      'The request reads records that are too large to be read together: request fewer of them.',
    )
}
