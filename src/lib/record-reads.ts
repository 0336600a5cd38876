import { AppError } from '../errors.js'
import { objectCount } from './object-count.js'
import type { ObjectBudget } from './object-budget.js'

/**
 * The maximum number of stored objects that one request can read by ids. A record is read as a whole, however few of its
 * fields are selected.
 */
const maxObjectsRead = 50_000

/** The number of records that are read at a time. They are in memory before they are counted. */
export const recordsReadAtOnce = 20

/** The number of stored objects that each request has read so far, over all its fields and operations. */
const objectsRead = new WeakMap<ObjectBudget, number>()

/**
 * Reads records by their ids and counts their objects.
 * @param request the budget of the request; undefined if nothing is counted
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
      'The request reads records that are too large to be read together: request fewer records.',
    )
}
