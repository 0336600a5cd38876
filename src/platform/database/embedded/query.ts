import { BSON } from 'mongodb'
import type { Document } from 'mongodb'
import { Aggregator } from 'mingo/aggregator'
import { Context, ProcessingMode } from 'mingo/core'
import { Lazy } from 'mingo/lazy'
import type { Iterator } from 'mingo/lazy'
import * as accumulators from 'mingo/operators/accumulator'
import * as expressions from 'mingo/operators/expression'
import * as stages from 'mingo/operators/pipeline'
import * as projections from 'mingo/operators/projection'
import * as predicates from 'mingo/operators/query'
import { Query } from 'mingo/query'
import type { Options } from 'mingo/types'
import { sorted } from './sort.js'
import type { Sort } from './sort.js'
import { compareValues, equalValues, isIndexable, someValue, typeRank } from './values.js'
import { assertDefined, isPlainObject } from '../filters.js'

type Compare = (stored: unknown, wanted: unknown) => boolean

const comparison = (compare: Compare) => (field: string, wanted: unknown) => {
  const path = field.split('.')
  return (document: unknown) => someValue(document, path, stored => compare(stored, wanted))
}

const negation = (compare: Compare) => (field: string, wanted: unknown) => {
  const matches = comparison(compare)(field, wanted)
  return (document: unknown) => !matches(document)
}

// A range matches only values of the same type, as MongoDB has it.
const range = (holds: (order: number) => boolean) =>
  comparison(
    (stored, wanted) => typeRank(stored) === typeRank(wanted) && holds(compareValues(stored, wanted)),
  )

const among: Compare = (stored, wanted) =>
  (wanted as unknown[]).some(value =>
    value instanceof RegExp && typeof stored === 'string' ? value.test(stored) : equalValues(stored, value),
  )

// mingo compares class instances by their text, hashes every value of an $in, orders ObjectIds after everything else
// and does not look into nested arrays for ranges and $in. The operators of the stores are therefore replaced.
const comparisons = {
  $eq: comparison(equalValues),
  $ne: negation(equalValues),
  $in: comparison(among),
  $nin: negation(among),
  $gt: range(order => order > 0),
  $gte: range(order => order >= 0),
  $lt: range(order => order < 0),
  $lte: range(order => order <= 0),
  $exists: (field: string, wanted: unknown) => {
    const path = field.split('.')
    return (document: unknown) =>
      someValue(document, path, stored => stored !== undefined) === Boolean(wanted)
  },
}

// mingo's types ask for an array where its code wants an iterator.
const sortStage = (documents: Iterator, sort: Sort) =>
  documents.transform(all => Lazy(sorted(all as unknown as Document[], sort)) as never)

/** How mingo reads filters, updates and pipelines. */
export const queryOptions: Partial<Options> = {
  scriptEnabled: false,
  context: Context.init({
    accumulator: accumulators,
    expression: expressions,
    pipeline: { ...stages, $sort: sortStage } as never,
    projection: projections,
    query: { ...predicates, ...comparisons } as never,
  }),
}

/** A filter as a server would receive it, with the test it stands for. */
export interface CompiledFilter {
  filter: Document
  matches(document: Document): boolean
}

/** @throws TypeError for undefined; an Error for an operator that is not supported */
export function compileFilter(filter: Document): CompiledFilter {
  assertDefined(filter)
  const received = asReceived(filter)
  const query = new Query(received, queryOptions)
  return { filter: received, matches: document => query.test(document) }
}

/** What a server would receive: undefined as null, bytes as Binary, nothing shared with the caller. */
export function asReceived<D extends Document>(document: D): D {
  return BSON.deserialize(BSON.serialize(document, { ignoreUndefined: false })) as D
}

/** The stages of a pipeline over these documents, which stay as they are. */
export function aggregated(documents: Iterable<Document>, pipeline: Document[]): Document[] {
  // Some stages of mingo change what they are given.
  const options = { ...queryOptions, processingMode: ProcessingMode.CLONE_INPUT }
  return new Aggregator(pipeline, options).run<Document>(documents)
}

/** The fields that a filter wants equal to one of some values, as far as an index may answer for them. */
export function equalities(filter: Document): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const [field, condition] of Object.entries(filter)) {
    if (field === '$and') {
      for (const part of condition as Document[])
        for (const [key, values] of equalities(part)) found.set(key, values)
    }
    const values = field.startsWith('$') ? undefined : wantedValues(condition)
    if (values?.every(isIndexable)) found.set(field, values)
  }
  return found
}

function wantedValues(condition: unknown): unknown[] | undefined {
  if (!isPlainObject(condition)) return [condition]
  if (Array.isArray(condition['$in'])) return condition['$in'] as unknown[]
  return '$eq' in condition ? [condition['$eq']] : undefined
}
