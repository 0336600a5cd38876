import { BSON, type Document } from 'mongodb'
import { compareValues } from './values.js'
import { isPlainObject } from '../filters.js'

export type Sort = Record<string, 1 | -1>

interface Row<T> {
  document: T
  keys: unknown[]
}

/** The minimum number of rows that are collected before they are sorted and truncated. */
const minBufferSize = 512

/** Collects documents, and returns the first ones in sort order. */
interface Sorter<T> {
  add(document: T): void
  /** The sort is stable. */
  result(): T[]
}

export function createSorter<T extends Document>(sort: Sort, limit = Infinity): Sorter<T> {
  const fields = Object.entries(sort).map(([field, direction]) => ({ path: field.split('.'), direction }))
  const compare = (a: Row<T>, b: Row<T>) => {
    for (const [index, { direction }] of fields.entries()) {
      const order = compareValues(a.keys[index], b.keys[index])
      if (order !== 0) return order * direction
    }
    return 0
  }
  const firstRows = (rows: Row<T>[]) => rows.sort(compare).slice(0, limit)
  // Keep at most about twice the limit in memory, however many documents there are.
  const maxBuffered = Math.max(2 * limit, minBufferSize)
  let rows: Row<T>[] = []
  let last: Row<T> | undefined
  return {
    add(document) {
      const row = { document, keys: fields.map(field => sortKey(document, field.path, field.direction)) }
      if (last && compare(row, last) >= 0) return
      if (rows.push(row) < maxBuffered) return
      rows = firstRows(rows)
      last = rows.at(-1)
    },
    result: () => firstRows(rows).map(row => row.document),
  }
}

// An array is sorted by its smallest element, or by its greatest in descending order.
function sortKey(document: Document, path: string[], direction: 1 | -1): unknown {
  const [first, ...others] = sortValues(document, path)
  return others.reduce((best, value) => (compareValues(value, best) * direction < 0 ? value : best), first)
}

// As in MongoDB, an empty array comes before null and missing fields.
const emptyArray = [new BSON.MinKey()]

function sortValues(value: unknown, path: string[], depth = 0): unknown[] {
  if (depth === path.length && !Array.isArray(value)) return [value]
  if (depth === path.length) return (value as unknown[]).length > 0 ? (value as unknown[]) : emptyArray
  if (Array.isArray(value)) {
    return value.flatMap(element => (isPlainObject(element) ? sortValues(element, path, depth) : [undefined]))
  }
  const key = path[depth] ?? ''
  if (!isPlainObject(value) || !Object.hasOwn(value, key)) return [undefined]
  return sortValues(value[key], path, depth + 1)
}
