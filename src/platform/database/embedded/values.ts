import { BSON } from 'mongodb'
import { isContainer, isPlainObject } from '../filters.js'

/**
 * Returns whether a test is true for any value at a path, with the semantics of MongoDB: elements of arrays on the path
 * are searched, an array at the end counts as itself and as each of its elements, and a missing field is undefined.
 */
export function hasMatchingValue(
  value: unknown,
  path: readonly string[],
  test: (value: unknown) => boolean,
  depth = 0,
): boolean {
  if (depth === path.length) return test(value) || (Array.isArray(value) && value.some(test))
  const key = path[depth] ?? ''
  if (Array.isArray(value)) return hasMatchingElement(value, path, test, depth)
  if (!isPlainObject(value) || !Object.hasOwn(value, key)) return test(undefined)
  return hasMatchingValue(value[key], path, test, depth + 1)
}

function hasMatchingElement(
  elements: unknown[],
  path: readonly string[],
  test: (value: unknown) => boolean,
  depth: number,
): boolean {
  const index = path[depth] ?? ''
  const chosen = isArrayIndex(index) ? elements[Number(index)] : undefined
  // An element that is addressed by its index counts only as itself.
  if (chosen !== undefined && depth + 1 === path.length && test(chosen)) return true
  if (isContainer(chosen) && depth + 1 < path.length && hasMatchingValue(chosen, path, test, depth + 1))
    return true
  return elements.some(element => isPlainObject(element) && hasMatchingValue(element, path, test, depth))
}

const isArrayIndex = (key: string) => /^\d+$/.test(key)

/** Compares values in BSON order: by type, then by value. Null and a missing field are equal. */
export function compareValues(a: unknown, b: unknown): number {
  const byType = typeRank(a) - typeRank(b)
  if (byType !== 0) return byType
  if (isPlainObject(a) && isPlainObject(b)) return compareObjects(a, b)
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  // NaN is smaller than all other numbers.
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
  const [left, right] = [toSortable(a), toSortable(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

const surrogate = /[\ud800-\udfff]/

/** Compares by code points, as UTF-8 does. JavaScript compares surrogates, which differs for rare characters. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}

export const equalValues = (a: unknown, b: unknown) => a === b || compareValues(a, b) === 0

/** The order of the BSON types. The keys of stored indexes begin with these numbers, so they must never change. */
export const typeRanks = {
  minKey: 0,
  null: 1,
  number: 2,
  string: 3,
  object: 4,
  array: 5,
  binary: 6,
  objectId: 7,
  boolean: 8,
  date: 9,
  timestamp: 10,
  regExp: 11,
} as const

/** Returns the position of the type of a value in the order of the BSON types. */
export function typeRank(value: unknown): number {
  if (value === undefined || value === null) return typeRanks.null
  if (typeof value === 'number' || typeof value === 'bigint') return typeRanks.number
  if (typeof value === 'string') return typeRanks.string
  if (typeof value === 'boolean') return typeRanks.boolean
  if (Array.isArray(value)) return typeRanks.array
  if (value instanceof Date) return typeRanks.date
  if (value instanceof RegExp) return typeRanks.regExp
  return bsonRanks[String((value as { _bsontype?: string })._bsontype)] ?? typeRanks.object
}

const bsonRanks: Record<string, number> = {
  MinKey: typeRanks.minKey,
  Long: typeRanks.number,
  Decimal128: typeRanks.number,
  Binary: typeRanks.binary,
  ObjectId: typeRanks.objectId,
  Timestamp: typeRanks.timestamp,
}

function compareObjects(a: Record<string, unknown>, b: Record<string, unknown>): number {
  const [left, right] = [Object.entries(a), Object.entries(b)]
  for (const [index, [key, value]] of left.entries()) {
    const other = right[index]
    if (!other) return 1
    const order =
      typeRank(value) - typeRank(other[1]) || compareValues(key, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (const [index, value] of a.entries()) {
    if (index >= b.length) return 1
    const order = compareValues(value, b[index])
    if (order !== 0) return order
  }
  return a.length - b.length
}

type SortableValue = number | string | boolean | bigint

/** Converts a value to a primitive that can be compared with others of its type. */
function toSortable(value: unknown): SortableValue {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'bigint':
      return value
  }
  if (value instanceof Date) return value.getTime()
  if (value instanceof BSON.ObjectId) return value.toHexString()
  if (value instanceof BSON.Binary) return binaryText(value)
  if (value instanceof BSON.Long) return value.toBigInt()
  // Regular expressions, decimals and timestamps are compared by their text.
  return value === undefined || value === null ? 0 : (value as { toString(): string }).toString()
}

// BSON compares binary data by length, then subtype, then content.
const binaryText = (value: BSON.Binary) =>
  `${String(value.length()).padStart(10, '0')}${value.sub_type.toString(16).padStart(2, '0')}${value.toString('hex')}`

/** Returns whether an index can be used for equality with this value. */
export function isIndexable(value: unknown): boolean {
  if (value === null || value === undefined || value instanceof Date) return true
  if (value instanceof BSON.ObjectId || value instanceof BSON.Binary) return true
  return ['string', 'boolean', 'number'].includes(typeof value)
}
