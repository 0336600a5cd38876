import type { Document, ObjectId } from 'mongodb'
import type { Yielder } from '../../../lib/event-loop.js'
import type {
  Collection,
  ReadLimit,
  Entity,
  FindOneAndUpdateOptions,
  FindOptions,
  UpdateResult,
  Projection,
} from '../database.js'
import type { Changes } from './commit-queue.js'
import type { DatabaseState } from './database-state.js'
import { normalizeDocument } from './normalize-document.js'
import { compileFilter } from './query.js'
import { createSorter } from './sort.js'
import type { Table } from './table.js'
import type { DatabaseAccess } from './transactions.js'
import { compileUpdate, applyUpdate, createUpserted, type FieldChange } from './update.js'

/** Every write reads and changes synchronously, which makes it atomic; in `bulkWrite`, each write is one. */
export function embeddedCollection<T extends Entity>(
  table: Table,
  latest: DatabaseState,
  { read, readYielding, write, writeAll }: DatabaseAccess,
): Collection<T> {
  const select = (filter: Document, options?: FindOptions) =>
    runSearch(createSearch(table, latest, filter, options))
  const updateOne = (
    changes: Changes,
    filter: Document,
    change: Document,
    options?: FindOneAndUpdateOptions,
  ) => updateFirst({ table, changes, select }, filter, change, options)
  const updateMany = (changes: Changes, filter: Document, change: Document) =>
    updateDocuments(table, changes, select(filter), change)
  const remove = (changes: Changes, filter: Document, options?: FindOptions) => {
    const found = select(filter, options)
    for (const document of found) table.remove(changes, document)
    return found
  }
  const writeRemoval = (filter: Document, options?: FindOptions) =>
    write(changes => remove(changes, filter, options))
  const find = (filter: Document, options?: FindOptions & ReadLimit<T>) =>
    readYielding((state, pause) =>
      runSearchYielding(
        createSearch(table, state, filter, options as FindOptions & ReadLimit<Entity>),
        pause,
      ),
    ) as Promise<T[]>

  return {
    findById: id => read(state => (table.byId(state, id) as T | undefined) ?? null),
    findByIds: ids => find({ _id: { $in: [...ids] } }),
    findOne: async (filter, options) => (await find(filter, { ...options, limit: 1 }))[0] ?? null,
    find,
    insertOne: async document => {
      await write(changes => table.insert(changes, document))
    },
    updateOne: async (filter, change, options) =>
      (await write(changes => updateOne(changes, filter, change, options))).result,
    updateMany: (filter, change) => write(changes => updateMany(changes, filter, change)),
    findOneAndUpdate: async (filter, change, options) =>
      await write(changes => {
        const { id } = updateOne(changes, filter, change, options)
        const document = id && table.byId(latest, id)
        return document ? (applyProjection(document, options?.projection) as T) : null
      }),
    findOneAndDelete: async filter =>
      ((await writeRemoval(filter, { limit: 1 }))[0] as T | undefined) ?? null,
    deleteOne: async filter => (await writeRemoval(filter, { limit: 1 })).length,
    deleteMany: async filter => (await writeRemoval(filter)).length,
    countDocuments: async filter =>
      isEmpty(filter) ? read(state => table.count(state)) : (await find(filter)).length,
    bulkWrite: writes =>
      writeAll(
        writes.map(operation => changes => {
          if ('insertOne' in operation) table.insert(changes, operation.insertOne.document)
          else if ('deleteOne' in operation) remove(changes, operation.deleteOne.filter, { limit: 1 })
          else if ('updateMany' in operation)
            updateMany(changes, operation.updateMany.filter, operation.updateMany.update)
          else updateOne(changes, operation.updateOne.filter, operation.updateOne.update, operation.updateOne)
        }),
      ),
  }
}

/** A query in progress. */
interface Search {
  candidates: Iterable<Entity>
  /** Returns true if no further candidates are needed. */
  add(candidate: Entity): boolean
  results(): Entity[]
}

function createSearch(
  table: Table,
  state: DatabaseState,
  filter: Document,
  { sort, limit, projection, isLast }: FindOptions & ReadLimit<Entity> = {},
): Search {
  const { filter: normalized, matches } = compileFilter(filter)
  const plan = table.plan(normalized, sort)
  // As in MongoDB, a limit of 0 means no limit.
  const count = limit || Infinity
  const isSorted = plan.kind === 'scan' && plan.isSorted
  const sorter = sort && !isSorted ? createSorter<Entity>(sort, count) : undefined
  const found: Entity[] = []

  return {
    candidates: table.documents(state, plan, sorter ? Infinity : count),
    add(candidate) {
      if (!matches(candidate)) return false
      if (sorter) {
        sorter.add(candidate)
        return false
      }
      return found.push(candidate) >= count || isLast?.(candidate) === true
    },
    results() {
      const documents = sorter ? takeUntilLast(isLast, sorter.result()) : found
      return projection ? documents.map(document => applyProjection(document, projection)) : documents
    },
  }
}

function runSearch({ candidates, add, results }: Search): Entity[] {
  for (const candidate of candidates) if (add(candidate)) break
  return results()
}

async function runSearchYielding({ candidates, add, results }: Search, pause: Yielder): Promise<Entity[]> {
  for (const candidate of candidates) {
    if (add(candidate)) break
    await pause()
  }
  return results()
}

function takeUntilLast<T>(isLast: ReadLimit<T>['isLast'], documents: T[]): T[] {
  const last = isLast ? documents.findIndex(isLast) : -1
  return last < 0 ? documents : documents.slice(0, last + 1)
}

const isEmpty = (filter: Document) => Object.keys(filter).length === 0

/** Returns the document after the changes: the same object if nothing has changed. */
function applyChanges(table: Table, changes: Changes, document: Entity, fields: FieldChange[]): Entity {
  const next = applyUpdate(document, fields)
  return next ? table.replace(changes, next) : document
}

function updateDocuments(table: Table, changes: Changes, found: Entity[], update: Document): UpdateResult {
  const fields = compileUpdate(update)
  // If a document violates a unique index, the documents before it stay changed, as in MongoDB.
  const changed = found.filter(document => applyChanges(table, changes, document, fields) !== document)
  return { matchedCount: found.length, modifiedCount: changed.length, upsertedId: null }
}

interface UpdateContext {
  table: Table
  changes: Changes
  select(filter: Document, options: FindOptions): Entity[]
}

function updateFirst(
  { table, changes, select }: UpdateContext,
  filter: Document,
  update: Document,
  { sort, upsert }: FindOneAndUpdateOptions = {},
): { id: ObjectId | null; result: UpdateResult } {
  const fields = compileUpdate(update)
  const [found] = select(filter, { ...(sort && { sort }), limit: 1 })
  if (found) {
    const modifiedCount = applyChanges(table, changes, found, fields) === found ? 0 : 1
    return { id: found._id, result: { matchedCount: 1, modifiedCount, upsertedId: null } }
  }
  const result = { matchedCount: 0, modifiedCount: 0, upsertedId: null }
  if (!upsert) return { id: null, result }
  const { _id, ...inserted } = createUpserted(normalizeDocument(filter), fields)
  table.insert(changes, { _id, ...inserted })
  return { id: _id, result: { ...result, upsertedId: _id } }
}

/** Returns a document with only `_id` and the projected fields. @throws TypeError for fields inside of arrays */
function applyProjection(document: Entity, projection: Projection | undefined): Entity {
  if (!projection) return document
  const result: Entity = { _id: document._id }
  for (const path of Object.keys(projection)) copyField(document, result, path.split('.'))
  return result
}

function copyField(from: Document, to: Document, [name = '', ...inner]: readonly string[]): void {
  const value: unknown = from[name]
  if (value === undefined) return
  if (inner.length === 0) to[name] = value
  else if (Array.isArray(value)) throw new TypeError('fields of arrays cannot be projected')
  else if (typeof value === 'object' && value !== null) copyField(value, (to[name] ??= {}) as Document, inner)
}
