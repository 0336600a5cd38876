import { isId } from '../../../lib/ids.js'
import { maxPageObjects } from '../../../lib/page-limit.js'
import type { OwnedType } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { TypedRow } from './presenter.js'
import type { Task, TaskResult } from './tasks.js'

/** How the records of a sync are delivered. */
export interface Delivery {
  /** Estimates the number of objects of a record in the response, from an object with the fields of its type. */
  sizeOf(record: object | null): number
  /** @throws AppError QUERY_TOO_COMPLEX if the response cannot contain as many objects */
  assertAvailable(objects: number): void
}

/**
 * Estimates the size of the response before anything is written. For each record the larger one of the sent and the
 * stored record counts.
 * @throws AppError QUERY_TOO_COMPLEX
 */
export async function assertDeliverable(
  userId: string,
  tasks: readonly Task[],
  delivery: Delivery,
  owned: Pick<OwnedService, 'findMany'>,
): Promise<void> {
  const isRecordSelected = delivery.sizeOf({}) > delivery.sizeOf(null)
  const ids = new Set(tasks.map(({ id }) => id).filter(isId))
  const stored = isRecordSelected ? await owned.findMany(userId, [...ids]) : undefined
  const objects = tasks.map(({ id, record: { typename: __typename }, input }) => {
    const sizeOf = (record: object) => delivery.sizeOf({ ...record, __typename })
    return Math.max(sizeOf(input as object), sizeOf(stored?.get(id)?.content ?? {}))
  })
  delivery.assertAvailable(objects.reduce((sum, size) => sum + size, 0))
}

/**
 * Returns the records that fit in one response, in their order: some writes create records that are larger than the
 * input.
 * @param results the results of the operations, each of which delivers its record
 */
export function selectDeliverable(
  rows: readonly TypedRow[],
  results: readonly TaskResult[],
  { sizeOf }: Delivery,
  typenames: ReadonlyMap<OwnedType, string>,
): TypedRow[] {
  const deliveries = new Map<string, number>()
  for (const { type, row } of results)
    if (row) deliveries.set(keyOf(type, row.id), (deliveries.get(keyOf(type, row.id)) ?? 0) + 1)
  let remaining = maxPageObjects
  return rows.filter(({ type, row }) => {
    const size = sizeOf({ ...row.content, __typename: typenames.get(type) })
    remaining -= size * (deliveries.get(keyOf(type, row.id)) ?? 1)
    return remaining >= 0
  })
}

/** Identifies a record of any type. */
export const keyOf = (type: OwnedType, id: string) => `${type} ${id}`
