import type { Document, ObjectId } from 'mongodb'
import type {
  Collection,
  ReadLimit,
  Entity,
  FindOneAndUpdateOptions,
  FindOptions,
  UpdateResult,
  Projection,
} from '../database.js'
import type { Overlay } from './overlay.js'
import { normalizeDocument } from './normalize-document.js'
import { compileFilter } from './query.js'
import { sortDocuments, type Sort } from './sort.js'
import type { Table, TableView } from './table.js'
import type { TableAccess } from './transactions.js'
import { compileUpdate, applyUpdate, createUpserted, type FieldChange } from './update.js'

/** Every operation reads and changes synchronously, which makes it atomic; in `bulkWrite`, each write is one. */
export function embeddedCollection<T extends Entity>(
  table: Table,
  { read, write, writeAll }: TableAccess,
): Collection<T> {
  const findFirst = (view: TableView, filter: Document, options: FindOptions = {}) =>
    (selectDocuments(view, filter, { ...options, limit: 1 })[0] as T | undefined) ?? null
  const remove = (overlay: Overlay, filter: Document, options?: FindOptions) => {
    const found = selectDocuments(table.latest, filter, options)
    for (const document of found) table.remove(overlay, document)
    return found
  }
  const removeAll = (filter: Document, options?: FindOptions) =>
    write(overlay => remove(overlay, filter, options))

  return {
    findById: id => read(table, view => (view.byId(id) as T | undefined) ?? null),
    findByIds: async ids => {
      const filter = { _id: { $in: [...ids] } }
      await table.decode(filter)
      return read(table, view => selectDocuments(view, filter) as T[])
    },
    findOne: (filter, options) => read(table, view => findFirst(view, filter, options)),
    find: async (filter, { isLast, ...options } = {}) => {
      if (decodesAllMatches(options)) await table.decode(normalizeDocument(filter))
      return read(table, view => takeUntilLast(isLast, selectDocuments(view, filter, options) as T[]))
    },
    insertOne: async document => {
      await write(overlay => table.insert(overlay, document))
    },
    updateOne: async (filter, update, options) =>
      (await write(overlay => updateFirst(table, overlay, filter, update, options))).result,
    updateMany: (filter, update) => write(overlay => updateAll(table, overlay, filter, update)),
    findOneAndUpdate: async (filter, update, options) =>
      await write(overlay => {
        const { id } = updateFirst(table, overlay, filter, update, options)
        const document = id && table.latest.byId(id)
        return document ? (applyProjection(document, options?.projection) as T) : null
      }),
    findOneAndDelete: async filter => ((await removeAll(filter, { limit: 1 }))[0] as T | undefined) ?? null,
    deleteOne: async filter => (await removeAll(filter, { limit: 1 })).length,
    deleteMany: async filter => (await removeAll(filter)).length,
    countDocuments: filter =>
      read(table, view => (isEmpty(filter) ? view.count() : selectDocuments(view, filter).length)),
    bulkWrite: writes =>
      writeAll(
        writes.map(operation => overlay => {
          if ('insertOne' in operation) table.insert(overlay, operation.insertOne.document)
          else if ('deleteOne' in operation) remove(overlay, operation.deleteOne.filter, { limit: 1 })
          else if ('updateMany' in operation)
            updateAll(table, overlay, operation.updateMany.filter, operation.updateMany.update)
          else
            updateFirst(
              table,
              overlay,
              operation.updateOne.filter,
              operation.updateOne.update,
              operation.updateOne,
            )
        }),
      ),
  }
}

function takeUntilLast<T>(isLast: ReadLimit<T>['isLast'], documents: T[]): T[] {
  const last = isLast ? documents.findIndex(isLast) : -1
  return last < 0 ? documents : documents.slice(0, last + 1)
}

function selectDocuments(view: TableView, filter: Document, options: FindOptions = {}): Entity[] {
  const { sort, limit, projection } = options
  const { filter: normalized, matches } = compileFilter(filter)
  // As in MongoDB, a limit of 0 means no limit.
  const count = limit || Infinity
  const isById = sort !== undefined && isIdOrder(sort)
  const found = filterMatching(view.candidates(normalized, isById ? 'byId' : 'any'), matches)
  const all = sort && !isById ? sortDocuments(found, sort, count) : takeUpTo(found, count)
  return projection ? all.map(document => applyProjection(document, projection)) : all
}

/** Returns whether all matching documents have to be decoded. */
const decodesAllMatches = ({ sort, limit }: FindOptions): boolean => (sort ? !isIdOrder(sort) : !limit)

const isEmpty = (filter: Document) => Object.keys(filter).length === 0

const isIdOrder = (sort: Sort) => Object.keys(sort).length === 1 && sort['_id'] === 1

function* filterMatching(candidates: Iterable<Entity>, matches: (document: Entity) => boolean) {
  for (const document of candidates) if (matches(document)) yield document
}

function takeUpTo<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = []
  for (const item of items) {
    taken.push(item)
    if (taken.length >= count) break
  }
  return taken
}

/** Returns the document after the changes: the same object if nothing has changed. */
function applyChanges(table: Table, overlay: Overlay, document: Entity, changes: FieldChange[]): Entity {
  const next = applyUpdate(document, changes)
  return next ? table.replace(overlay, next) : document
}

function updateAll(table: Table, overlay: Overlay, filter: Document, update: Document): UpdateResult {
  const changes = compileUpdate(update)
  const found = selectDocuments(table.latest, filter)
  // If a document violates a unique index, the documents before it stay changed, as in MongoDB.
  const changed = found.filter(document => applyChanges(table, overlay, document, changes) !== document)
  return { matchedCount: found.length, modifiedCount: changed.length, upsertedId: null }
}

function updateFirst(
  table: Table,
  overlay: Overlay,
  filter: Document,
  update: Document,
  { sort, upsert }: FindOneAndUpdateOptions = {},
): { id: ObjectId | null; result: UpdateResult } {
  const changes = compileUpdate(update)
  const [found] = selectDocuments(table.latest, filter, { sort, limit: 1 })
  if (found) {
    const modifiedCount = applyChanges(table, overlay, found, changes) === found ? 0 : 1
    return { id: found._id, result: { matchedCount: 1, modifiedCount, upsertedId: null } }
  }
  const result = { matchedCount: 0, modifiedCount: 0, upsertedId: null }
  if (!upsert) return { id: null, result }
  const { _id, ...fields } = createUpserted(normalizeDocument(filter), changes)
  table.insert(overlay, { _id, ...fields })
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
  else if (Array.isArray(value)) throw new TypeError('fields of lists cannot be projected')
  else if (typeof value === 'object' && value !== null) copyField(value, (to[name] ??= {}) as Document, inner)
}
