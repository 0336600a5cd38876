import { ObjectId } from 'mongodb'
import type { Document } from 'mongodb'
import type { Entity } from '../database.js'
import { operators } from './operators.js'
import { asReceived, compileFilter } from './query.js'
import { equalValues, isArrayIndex } from './values.js'
import { isPlainObject } from '../filters.js'

export interface FieldChange {
  operator: string
  path: string
  argument: unknown
}

/** What an update asks for. @throws TypeError for what is not supported, also where no document matches */
export function compileUpdate(update: Document): FieldChange[] {
  if (Array.isArray(update)) throw new TypeError('an update by a pipeline is not supported')
  const changes: FieldChange[] = []
  for (const [operator, fields] of Object.entries(asReceived(update))) {
    if (!Object.hasOwn(operators, operator))
      throw new TypeError(`the update operator ${operator} is not supported`)
    for (const [path, argument] of Object.entries(fields as Document))
      changes.push({ operator, path, argument })
  }
  const paths = changes.map(change => change.path)
  if (paths.some(path => path.split('.').includes('__proto__')))
    throw new TypeError('a field cannot be __proto__')
  refuseConflicts(paths)
  return changes
}

/**
 * The document after an update, or null when the update changes nothing.
 * @throws TypeError where a change does not fit the document
 */
export function updated(document: Entity, changes: FieldChange[], filter: Document): Entity | null {
  const draft = asReceived(document)
  let isChanged = false
  for (const change of changes) {
    if (change.operator !== '$setOnInsert' && apply(draft, change, filter)) isChanged = true
  }
  if (!equalValues(draft._id, document._id)) throw new TypeError('the field _id cannot change')
  return isChanged ? draft : null
}

/** The document that an upsert inserts when nothing matches its filter. */
export function upserted(filter: Document, changes: FieldChange[]): Entity {
  const draft: Entity = { _id: new ObjectId() }
  for (const [path, argument] of wantedEqual(filter))
    apply(draft, { operator: '$set', path, argument }, filter)
  for (const change of changes) apply(draft, change, filter)
  return draft
}

// MongoDB refuses two changes of one field, or of a field and of one inside it.
function refuseConflicts(paths: string[]) {
  const seen = new Set(paths)
  const twice = paths.find(path => {
    const keys = path.split('.')
    return keys.some((_, end) => end > 0 && seen.has(keys.slice(0, end).join('.')))
  })
  if (twice !== undefined || seen.size < paths.length) {
    throw new TypeError(`an update changes one field more than once: ${paths.join(', ')}`)
  }
}

/** Whether the change made a difference. */
function apply(draft: Entity, { operator, path, argument }: FieldChange, filter: Document): boolean {
  const keys = withPositions(draft, path.split('.'), filter)
  const last = keys.at(-1) ?? ''
  const parent = parentOf(draft, keys, operator)
  if (!parent) return false
  const before = fieldOf(parent, last)
  const after = operators[operator]?.(before, argument)
  const isKnown = before !== undefined && after !== undefined
  if (before === after || (isKnown && equalValues(before, after))) return false
  if (after !== undefined) parent[last] = after
  else if (Array.isArray(parent)) parent[last] = null
  else Reflect.deleteProperty(parent, last)
  return true
}

/** These have nothing to do where a path leads nowhere. The others create what is missing. */
const removing = new Set(['$unset', '$pull'])

type Container = Record<string, unknown>

// A field is only what the document has itself, not what every object inherits.
const fieldOf = (parent: Container, key: string) => (Object.hasOwn(parent, key) ? parent[key] : undefined)

const canHold = (value: unknown, key: string): value is Container =>
  isPlainObject(value) || (Array.isArray(value) && isArrayIndex(key))

/** What holds the last key of a path, or undefined where an operator finds nothing to remove. */
function parentOf(draft: Entity, keys: string[], operator: string): Container | undefined {
  let parent: unknown = draft
  for (const [index, key] of keys.entries()) {
    if (!canHold(parent, key)) {
      if (parent === undefined || operator === '$unset') return undefined
      throw new TypeError(`${keys.join('.')} runs into a value without such a field`)
    }
    if (index === keys.length - 1) return parent
    if (fieldOf(parent, key) === undefined && !removing.has(operator)) parent[key] = {}
    parent = fieldOf(parent, key)
  }
  return undefined
}

/** Puts the index of the first element that the filter matches in the place of each `$`. */
function withPositions(draft: Entity, keys: string[], filter: Document): string[] {
  if (keys.some(key => key.startsWith('$['))) throw new TypeError('array filters are not supported')
  const at = keys.indexOf('$')
  if (at < 0) return keys
  const field = keys.slice(0, at).join('.')
  const conditions = Object.entries(filter).filter(([path]) => `${path}.`.startsWith(`${field}.`))
  const { matches } = compileFilter(Object.fromEntries(conditions))
  const elements: unknown = parentOf(draft, keys.slice(0, at + 1).with(at, '0'), '$unset')
  const index = Array.isArray(elements)
    ? elements.findIndex(element => matches(nested(keys.slice(0, at), [element])))
    : -1
  if (index < 0 || conditions.length === 0) throw new TypeError(`the filter matches no element of ${field}`)
  return keys.with(at, String(index))
}

const nested = (keys: string[], value: unknown): Document =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Document

/** What an upsert takes over from its filter. */
function wantedEqual(filter: Document): [path: string, value: unknown][] {
  return Object.entries(filter).flatMap(([path, condition]): [string, unknown][] => {
    if (path === '$and') return (condition as Document[]).flatMap(wantedEqual)
    if (path.startsWith('$') || condition instanceof RegExp) return []
    if (!isPlainObject(condition) || !Object.keys(condition).some(key => key.startsWith('$'))) {
      return [[path, condition]]
    }
    return '$eq' in condition ? [[path, condition['$eq']]] : []
  })
}
