import { ObjectId, type Document } from 'mongodb'
import { isOperators, isPlainObject } from '../filters.js'
import type { IndexKey } from './index-keys.js'
import { encodeKey, endOfPrefix, typePrefix } from './index-keys.js'
import { allKeys, type KeyRange } from './data-reader.js'
import type { Sort } from './sort.js'
import type { TableIndex } from './table-index.js'
import { isIndexable, typeRank } from './values.js'

/** How the documents that can match a filter are found. */
export type QueryPlan = IdList | KeyScan | Union

interface IdList {
  kind: 'ids'
  ids: ObjectId[]
}

/** Reads ranges of an index, or of the documents in the order of their ids. */
export interface KeyScan {
  kind: 'scan'
  /** Undefined for the documents themselves. */
  index: TableIndex | undefined
  ranges: KeyRange[]
  /** True if the documents are read in the order of the sort. */
  isSorted: boolean
  isDescending: boolean
}

/** Reads the documents of several plans. */
interface Union {
  kind: 'union'
  plans: QueryPlan[]
}

/** The conditions of a filter on one field. */
interface Constraint {
  /** The values to which the field must be equal. */
  values?: unknown[]
  lower?: Bound
  upper?: Bound
}

interface Bound {
  value: unknown
  isIncluded: boolean
}

type Constraints = ReadonlyMap<string, Constraint>

/** A combination of more values of several fields is not looked up. */
const maxRanges = 1000

/** Chooses how to find the documents that match a filter. The documents still have to be compared with the filter. */
export function planQuery(
  filter: Document,
  sort: Sort | undefined,
  indexes: readonly TableIndex[],
): QueryPlan {
  const constraints = constraintsOf(filter)
  const ids = constraints.get('_id')?.values
  if (ids) return { kind: 'ids', ids: distinctIds(ids) }
  const order = sort && sortOrder(sort)
  let best: ScoredScan | undefined
  for (const index of indexes) {
    const plan = scanIndex(index, constraints, order)
    if (plan && plan.score > (best?.score ?? 0)) best = plan
  }
  return best?.scan ?? unionOf(filter, indexes) ?? scanDocuments(constraints, order)
}

function constraintsOf(filter: Document, found = new Map<string, Constraint>()): Map<string, Constraint> {
  for (const [field, condition] of Object.entries(filter)) {
    if (field === '$and') for (const part of condition as Document[]) constraintsOf(part, found)
    if (field.startsWith('$')) continue
    found.set(field, { ...constraintOf(condition), ...found.get(field) })
  }
  return found
}

function constraintOf(condition: unknown): Constraint {
  if (!isOperators(condition)) return isIndexable(condition) ? { values: [condition] } : {}
  const constraint: Constraint = {}
  for (const [operator, operand] of Object.entries(condition)) {
    if (operator === '$in' && Array.isArray(operand) && operand.every(isIndexable))
      constraint.values = operand
    if (!isIndexable(operand)) continue
    if (operator === '$eq') constraint.values = [operand]
    if (operator === '$gt' || operator === '$gte')
      constraint.lower = { value: operand, isIncluded: operator === '$gte' }
    if (operator === '$lt' || operator === '$lte')
      constraint.upper = { value: operand, isIncluded: operator === '$lte' }
  }
  return constraint
}

/** The fields of a sort, and their common direction. */
interface SortOrder {
  fields: string[]
  isDescending: boolean
}

/** Returns undefined if the directions differ. */
function sortOrder(sort: Sort): SortOrder | undefined {
  const directions = new Set(Object.values(sort))
  return directions.size > 1 ? undefined : { fields: Object.keys(sort), isDescending: directions.has(-1) }
}

interface ScoredScan {
  scan: KeyScan
  /** Greater for a plan that reads fewer documents. */
  score: number
}

/** Returns undefined if the index does not contain all matching documents. */
function scanIndex(
  index: TableIndex,
  constraints: Constraints,
  order: SortOrder | undefined,
): ScoredScan | undefined {
  if (!index.containsMatches(representativeValues(constraints))) return undefined
  const { prefixes, depth } = equalityPrefixes(index.fields, constraints)
  const next = index.fields[depth] ?? '_id'
  const constraint = constraints.get(next)
  const ranges = prefixes.map(prefix =>
    next === '_id' ? idRange(prefix, constraint) : valueRange(prefix, constraint, index.lists.has(depth)),
  )
  const isBounded = constraint?.lower !== undefined || constraint?.upper !== undefined
  const isSorted = order !== undefined && ranges.length === 1 && isSortedAfter(index, depth, order)
  return {
    scan: {
      kind: 'scan',
      index,
      ranges,
      isSorted,
      isDescending: order?.isDescending ?? false,
    },
    score: 4 * depth + (isBounded ? 2 : 0) + (isSorted ? 1 : 0),
  }
}

/** The beginnings of the entries in which the first fields of an index have required values. */
interface EqualityPrefixes {
  prefixes: IndexKey[]
  /** The number of these fields. */
  depth: number
}

function equalityPrefixes(fields: readonly string[], constraints: Constraints): EqualityPrefixes {
  let prefixes: IndexKey[] = [new Uint8Array(0)]
  let depth = 0
  for (const field of fields) {
    const values = constraints.get(field)?.values
    if (!values || prefixes.length * values.length > maxRanges) break
    const keys = distinctKeys(values)
    prefixes = prefixes.flatMap(prefix => keys.map(key => Buffer.concat([prefix, key])))
    depth++
  }
  return { prefixes, depth }
}

/** Returns whether the entries with a prefix of this many fields are in a certain order. */
function isSortedAfter({ fields, lists }: TableIndex, depth: number, order: SortOrder): boolean {
  // A document with several entries in the range has no certain place.
  if ([...lists].some(position => position >= depth)) return false
  const following = [...fields.slice(depth), '_id']
  return order.fields.every((field, position) => following[position] === field)
}

function representativeValues(constraints: Constraints) {
  return (field: string): readonly unknown[] => {
    const { values, lower, upper } = constraints.get(field) ?? {}
    const bound = lower ?? upper
    // A range only matches values of the type of its bounds.
    return values ?? (bound ? [bound.value] : [])
  }
}

function valueRange(prefix: IndexKey, constraint: Constraint = {}, isList: boolean): KeyRange {
  const { lower } = constraint
  // Different elements of a list can meet the two conditions.
  const upper = isList && lower ? undefined : constraint.upper
  const bound = lower ?? upper
  if (!bound) return prefixRange(prefix)
  const keyOf = ({ value }: Bound) => Buffer.concat([prefix, encodeKey([value])])
  const ofType = prefixRange(Buffer.concat([prefix, typePrefix(typeRank(bound.value))]))
  const start = lower && (lower.isIncluded ? keyOf(lower) : endOfPrefix(keyOf(lower)))
  const end = upper && (upper.isIncluded ? endOfPrefix(keyOf(upper)) : keyOf(upper))
  return { start: start ?? ofType.start, end: end ?? ofType.end }
}

/** The id at the end of an entry has no type. */
function idRange(prefix: IndexKey, constraint: Constraint = {}): KeyRange {
  const range = prefixRange(prefix)
  const keyOf = ({ value }: Bound) =>
    value instanceof ObjectId ? Buffer.concat([prefix, value.id]) : undefined
  const lower = constraint.lower && keyOf(constraint.lower)
  const upper = constraint.upper && keyOf(constraint.upper)
  return {
    start: (constraint.lower?.isIncluded ? lower : lower && endOfPrefix(lower)) ?? range.start,
    end: (constraint.upper?.isIncluded ? upper && endOfPrefix(upper) : upper) ?? range.end,
  }
}

const prefixRange = (prefix: IndexKey): KeyRange =>
  prefix.length === 0 ? allKeys : { start: prefix, end: endOfPrefix(prefix) }

/** Returns a plan for a filter of which each branch can use an index. */
function unionOf(filter: Document, indexes: readonly TableIndex[]): Union | undefined {
  const branches = alternatives(filter)
  if (!branches) return undefined
  const plans = branches.map(branch => planQuery(branch, undefined, indexes))
  const usesIndexes = plans.every(plan => plan.kind !== 'scan' || plan.index !== undefined)
  return usesIndexes ? { kind: 'union', plans } : undefined
}

function alternatives(filter: Document): Document[] | undefined {
  if (Array.isArray(filter['$or'])) return filter['$or'] as Document[]
  if (!Array.isArray(filter['$and'])) return undefined
  for (const part of filter['$and'] as Document[]) {
    const found = isPlainObject(part) ? alternatives(part) : undefined
    if (found) return found
  }
  return undefined
}

function scanDocuments(constraints: Constraints, order: SortOrder | undefined): KeyScan {
  return {
    kind: 'scan',
    index: undefined,
    ranges: [idRange(new Uint8Array(0), constraints.get('_id'))],
    isSorted:
      order !== undefined && order.fields.every((field, position) => position === 0 && field === '_id'),
    isDescending: order?.isDescending ?? false,
  }
}

function distinctIds(values: readonly unknown[]): ObjectId[] {
  const ids = new Map<string, ObjectId>()
  for (const value of values) if (value instanceof ObjectId) ids.set(value.toHexString(), value)
  return [...ids.values()]
}

function distinctKeys(values: readonly unknown[]): IndexKey[] {
  const keys = values.map(value => Buffer.from(encodeKey([value])))
  return keys.filter((key, position) => keys.findIndex(other => other.equals(key)) === position)
}
