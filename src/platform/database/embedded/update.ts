import { ObjectId, type Document } from 'mongodb'
import type { Entity } from '../database.js'
import { normalizeDocument } from './normalize-document.js'
import { equalValues, compareValues } from './values.js'
import { isOperators, isPlainObject } from '../filters.js'

export interface FieldChange {
  operator: string
  path: string
  argument: unknown
}

/** Compiles an update to field changes. @throws TypeError for unsupported updates, even if no document matches */
export function compileUpdate(update: Document): FieldChange[] {
  if (Array.isArray(update)) throw new TypeError('update pipelines are not supported')
  const changes: FieldChange[] = []
  for (const [operator, fields] of Object.entries(normalizeDocument(update))) {
    if (!Object.hasOwn(updateOperators, operator))
      throw new TypeError(`the update operator ${operator} is not supported`)
    for (const [path, argument] of Object.entries(fields as Document))
      changes.push({ operator, path, argument })
  }
  const paths = changes.map(change => change.path)
  paths.forEach(assertPlainPath)
  assertNoConflicts(paths)
  return changes
}

/**
 * Returns the document after an update, or null if nothing changes. Unchanged parts are shared with the previous
 * version, because most writes change little of a large document.
 * @param document a frozen document
 * @throws TypeError if a change cannot be applied to the document
 */
export function applyUpdate(document: Entity, changes: FieldChange[]): Entity | null {
  const draft = { ...document }
  let isChanged = false
  for (const change of changes) {
    if (change.operator !== '$setOnInsert' && applyChange(draft, change)) isChanged = true
  }
  if (!equalValues(draft._id, document._id)) throw new TypeError('the field _id cannot change')
  return isChanged ? draft : null
}

/** Returns the document that an upsert inserts if no document matches its filter. */
export function createUpserted(filter: Document, changes: FieldChange[]): Entity {
  const draft: Entity = { _id: new ObjectId() }
  for (const [path, argument] of equalityFields(filter))
    applyChange(draft, { operator: '$set', path, argument })
  for (const change of changes) applyChange(draft, change)
  return draft
}

function assertPlainPath(path: string) {
  for (const key of path.split('.')) {
    if (key === '__proto__') throw new TypeError('a field cannot be __proto__')
    if (key.startsWith('$')) throw new TypeError(`${key} in the path ${path} is not supported`)
  }
}

// MongoDB rejects two changes of one field, and changes of both a field and a nested field.
function assertNoConflicts(paths: string[]) {
  const seen = new Set(paths)
  const conflictingPath = paths.find(path => {
    const keys = path.split('.')
    return keys.some((_, end) => end > 0 && seen.has(keys.slice(0, end).join('.')))
  })
  if (conflictingPath !== undefined || seen.size < paths.length) {
    throw new TypeError(`an update changes one field more than once: ${paths.join(', ')}`)
  }
}

/** Returns whether the change modified the document. */
function applyChange(draft: Entity, { operator, path, argument }: FieldChange): boolean {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = resolveParent(draft, keys, operator !== '$unset')
  if (!parent) return false
  const before = ownField(parent, last)
  const after = updateOperators[operator]?.(before, argument)
  const arePresent = before !== undefined && after !== undefined
  if (before === after || (arePresent && equalValues(before, after))) return false
  if (after === undefined) Reflect.deleteProperty(parent, last)
  else parent[last] = after
  return true
}

type Container = Record<string, unknown>

// Ignore inherited properties.
const ownField = (parent: Container, key: string) => (Object.hasOwn(parent, key) ? parent[key] : undefined)

/** Returns the object at a path. If it is missing, it is created on request; otherwise returns undefined. */
function resolveParent(draft: Entity, keys: string[], create: boolean): Container | undefined {
  let parent: Container = draft
  for (const key of keys) {
    const inner = ownField(parent, key)
    if (isPlainObject(inner)) parent = parent[key] = Object.isFrozen(inner) ? { ...inner } : inner
    else if (!create) return undefined
    else if (inner === undefined) parent = parent[key] = {}
    else throw new TypeError(`${keys.join('.')} does not lead to a document`)
  }
  return parent
}

/** Returns the equality conditions of a filter, whose values an upsert inserts. */
function equalityFields(filter: Document): [path: string, value: unknown][] {
  return Object.entries(filter).flatMap(([path, condition]): [string, unknown][] => {
    if (path === '$and') return (condition as Document[]).flatMap(equalityFields)
    if (path.startsWith('$')) return []
    if (!isOperators(condition)) return [[path, condition]]
    return '$eq' in condition ? [[path, condition['$eq']]] : []
  })
}

/** Maps the value of a field and the operator's argument to the new value. Undefined means a missing field. */
type Operator = (current: unknown, argument: unknown) => unknown

/** The supported update operators. Others are rejected. */
const updateOperators: Record<string, Operator> = {
  $set: (_current, value) => value,
  $setOnInsert: (_current, value) => value,
  $unset: () => undefined,
  $inc: (current, amount) => (current === undefined ? 0 : toNumber(current)) + toNumber(amount),
  $min: (current, value) => (current === undefined || compareValues(value, current) < 0 ? value : current),
  $max: (current, value) => (current === undefined || compareValues(value, current) > 0 ? value : current),
}

function toNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('$inc works on numbers only')
  return value
}
