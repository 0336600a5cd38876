import { BSON } from 'mongodb'
import type { Document } from 'mongodb'
import { compareValues } from './values.js'
import { isPlainObject } from '../filters.js'

export type Sort = Record<string, 1 | -1>

interface Row<T> {
  document: T
  keys: unknown[]
}

/** A page small enough that keeping it sorted while reading is cheaper than sorting everything. */
const smallPage = 200

/** The first documents in an order; documents that are equal in it stay in the order they came in. */
export function sorted<T extends Document>(documents: Iterable<T>, sort: Sort, limit = Infinity): T[] {
  const fields = Object.entries(sort).map(([field, direction]) => ({ path: field.split('.'), direction }))
  const compare = (a: Row<T>, b: Row<T>) => {
    for (const [index, { direction }] of fields.entries()) {
      const order = compareValues(a.keys[index], b.keys[index])
      if (order !== 0) return order * direction
    }
    return 0
  }
  const firstRows = (rows: Row<T>[]) => rows.sort(compare).slice(0, limit)
  let rows: Row<T>[] = []
  for (const document of documents) {
    const row = { document, keys: fields.map(field => sortKey(document, field.path, field.direction)) }
    if (limit <= smallPage) keepFirst(rows, row, compare, limit)
    // However many there are, no more are kept than twice what is wanted.
    else if (rows.push(row) >= 2 * limit) rows = firstRows(rows)
  }
  if (limit > smallPage) rows = firstRows(rows)
  return rows.map(row => row.document)
}

function keepFirst<T>(rows: Row<T>[], row: Row<T>, compare: (a: Row<T>, b: Row<T>) => number, limit: number) {
  const last = rows.at(-1)
  if (rows.length >= limit && (!last || compare(row, last) >= 0)) return
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rows[middle]
    if (other && compare(row, other) >= 0) low = middle + 1
    else high = middle
  }
  rows.splice(low, 0, row)
  if (rows.length > limit) rows.pop()
}

// An array sorts by its least element, or by its greatest when descending.
function sortKey(document: Document, path: string[], direction: 1 | -1): unknown {
  const [first, ...others] = sortValues(document, path)
  return others.reduce((best, value) => (compareValues(value, best) * direction < 0 ? value : best), first)
}

// Before null and a missing field, where MongoDB has an empty array.
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
