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
 * @param budget the budget of the request; undefined if nothing is counted
 * @throws AppError QUERY_TOO_COMPLEX if the request has read too many objects
 */
export async function readRecords<T>(
  budget: ObjectBudget | undefined,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (!budget) return read()
  // A request that has exceeded the limit before reads nothing more.
  count(budget, 0)
  const records = await read()
  count(budget, objectCount(records))
  return records
}

function count(budget: ObjectBudget, objects: number): void {
  const sum = (objectsRead.get(budget) ?? 0) + objects
  objectsRead.set(budget, sum)
  if (sum > maxObjectsRead)
    throw new AppError(
      'QUERY_TOO_COMPLEX',
      'The request reads records that are too large to be read together: request fewer records.',
    )
}
