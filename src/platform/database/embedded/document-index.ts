import type { Document } from 'mongodb'
import type { Entity, Index } from '../database.js'
import { compileFilter } from './query.js'
import { hasMatchingValue, valueKey } from './values.js'

/** Finds document ids by equality, and enforces unique keys. */
export interface DocumentIndex {
  readonly fields: readonly string[]
  /** Returns whether another document has a unique key of this document. */
  conflicts(id: string, document: Entity): boolean
  /** Without `before`, the document is new; without `after`, it is deleted. */
  replace(id: string, before: Entity | undefined, after: Entity | undefined): void
  /** Returns the ids that may match these equalities; undefined if the index cannot be used. */
  lookup(equalities: Map<string, unknown[]>): ReadonlySet<string>[] | undefined
}

/** The ids of the documents with a key. Most keys have one id, and a Set needs ten times the memory of an id. */
type Ids = string | Set<string>

/** Returns the paths that the indexes need, and `_id`. @throws TypeError for unsupported operators */
export function indexedPaths(indexes: readonly Index[]): string[] {
  const paths = indexes.flatMap(({ key, partialFilterExpression = {} }) => [
    ...Object.keys(key),
    ...Object.keys(partialFilterExpression),
  ])
  const operator = paths.find(path => path.startsWith('$'))
  if (operator) throw new TypeError(`${operator} in an index is not supported`)
  return ['_id', ...paths]
}

export function createIndex(index: Index): DocumentIndex {
  const fields = Object.keys(index.key)
  const paths = fields.map(field => field.split('.'))
  const owners = new Map<string, string>()
  const levels = Array.from({ length: lookupDepth(index) }, () => new Map<string, Ids>())
  const partial = index.partialFilterExpression && compileFilter(index.partialFilterExpression)
  const uniqueKeys = (document: Entity | undefined) =>
    index.unique && document && (!partial || partial.matches(document)) ? documentKeys(document, paths) : []

  return {
    fields,
    conflicts: (id, document) => uniqueKeys(document).some(key => (owners.get(key) ?? id) !== id),
    replace(id, before, after) {
      for (const key of uniqueKeys(before)) owners.delete(key)
      for (const key of uniqueKeys(after)) owners.set(key, id)
      for (const [depth, level] of levels.entries()) {
        const prefix = paths.slice(0, depth + 1)
        moveEntries(
          level,
          id,
          before ? documentKeys(before, prefix) : [],
          after ? documentKeys(after, prefix) : [],
        )
      }
    },
    lookup(equalities) {
      const equalValues = fields.slice(0, levels.length).map(field => equalities.get(field))
      const missing = equalValues.indexOf(undefined)
      const prefix = (missing < 0 ? equalValues : equalValues.slice(0, missing)) as unknown[][]
      const level = levels[prefix.length - 1]
      return (
        level &&
        combineKeys(prefix.map(values => values.map(valueKey))).flatMap(key => {
          const ids = level.get(key)
          return typeof ids === 'string' ? new Set([ids]) : (ids ?? [])
        })
      )
    },
  }
}

// The last field of a compound index that is not unique is only used to sort, not for equality.
function lookupDepth(index: Index): number {
  const count = Object.keys(index.key).length
  return index.unique || count === 1 ? count : count - 1
}

function documentKeys(document: Document, paths: string[][]): string[] {
  return combineKeys(paths.map(path => fieldKeys(document, path)))
}

function fieldKeys(document: Document, path: string[]): string[] {
  const keys = new Set<string>()
  hasMatchingValue(document, path, value => {
    keys.add(valueKey(value))
    return false
  })
  // No value at all, such as a field of an array of numbers, counts as a missing field.
  return keys.size > 0 ? [...keys] : [valueKey(undefined)]
}

/** Returns the Cartesian product of the keys of all fields, each combination as one text. */
function combineKeys(keys: string[][]): string[] {
  const [first = [], ...rest] = keys
  if (rest.length === 0) return first
  const tails = combineKeys(rest)
  // The length prefix distinguishes ("a", "bc") from ("ab", "c").
  return first.flatMap(head => tails.map(tail => `${head.length} ${head}${tail}`))
}

// Keys that stay are not touched, so that the order of unsorted results is stable.
function moveEntries(level: Map<string, Ids>, id: string, before: string[], after: string[]) {
  for (const key of before) if (!after.includes(key)) removeEntry(level, key, id)
  for (const key of after) {
    const ids = level.get(key)
    if (ids === undefined) level.set(key, id)
    else if (typeof ids !== 'string') ids.add(id)
    else if (ids !== id) level.set(key, new Set([ids, id]))
  }
}

function removeEntry(level: Map<string, Ids>, key: string, id: string) {
  const ids = level.get(key)
  if (ids === id) level.delete(key)
  if (typeof ids !== 'object') return
  ids.delete(id)
  if (ids.size === 0) level.delete(key)
}
