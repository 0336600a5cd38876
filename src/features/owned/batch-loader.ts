import { batchRecords } from './batch-records.js'
import { createBatch, type Batch } from './batch.js'
import type { Head, SaveWrite, Stored, Write } from './models.js'
import type { RecordType } from './record-type.js'
import type { OwnedStore } from './store.js'

export interface BatchLoaderDependencies {
  owned: Pick<OwnedStore, 'findManyWithHead' | 'findMany' | 'findByContent' | 'findByType'>
  /** Returns those of the ids that belong to something other than an owned record. */
  findForeignIds(ids: readonly string[], userIds: ReadonlySet<string>): Promise<Set<string>>
  clock: () => Date
}

/** Reads, in a constant number of commands, the records that the writes change and those that they may conflict with. */
export async function loadBatch<Content extends object, Derived extends object>(
  userId: string,
  writes: readonly Write<Content>[],
  rules: RecordType<Content, Derived>,
  { owned, findForeignIds, clock }: BatchLoaderDependencies,
): Promise<Batch<Content, Derived>> {
  const ids = new Set(writes.map(({ id }) => id))
  const { stored, head, userIds } = await owned.findManyWithHead(userId, [...ids])
  const unknownIds = [...ids].filter(id => !stored.has(id))
  const foreignIds = await findForeignIds(unknownIds, userIds)
  const saves = writes.filter(write => 'content' in write)
  for (const [id, found] of await findPotentialConflicts(userId, saves, rules, { owned, stored, head }))
    stored.set(id, found)
  const preparation = saves.length > 0 ? await rules.prepare?.(userId, saves) : undefined
  const records = batchRecords(userId, rules, { stored, head, foreignIds })
  return createBatch(records, { ...preparation, userId, type: rules.type, now: clock() })
}

/** Reads the other records of the type that the saves may conflict with. */
async function findPotentialConflicts<Content extends object, Derived extends object>(
  userId: string,
  saves: readonly SaveWrite<Content>[],
  { type, unique, excludes, isActive }: RecordType<Content, Derived>,
  {
    owned,
    stored,
    head,
  }: Pick<BatchLoaderDependencies, 'owned'> & { stored: ReadonlyMap<string, Stored>; head: Head },
): Promise<(readonly [id: string, record: Stored])[]> {
  const found: (readonly [string, Stored])[] = []
  const activeId = head.active[type]
  // The result of a conflict returns the active record.
  if (
    activeId !== undefined &&
    !stored.has(activeId) &&
    saves.some(({ content }) => isActive?.(content, null))
  )
    found.push(...(await owned.findMany([activeId])))
  const values = unique === undefined ? [] : saves.flatMap(({ content }) => content[unique] ?? [])
  if (unique !== undefined && values.length > 0)
    found.push(...(await owned.findByContent(userId, type, unique, values)))
  if (excludes !== undefined && saves.length > 0) found.push(...(await owned.findByType(userId, type)))
  return found
}
