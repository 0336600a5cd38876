import type { Document } from 'mongodb'
import { compareValues, equalValues, hasMatchingValue, typeRank, typeRanks } from './values.js'
import { assertDefined, isOperators } from '../filters.js'
import { normalizeDocument } from './normalize-document.js'

type Test = (document: unknown) => boolean
type Operator = (path: readonly string[], operand: unknown) => Test

/** A filter as a MongoDB server would receive it, with its predicate. */
interface CompiledFilter {
  filter: Document
  matches: Test
}

/** @throws TypeError for undefined values and unsupported operators */
export function compileFilter(filter: Document): CompiledFilter {
  assertDefined(filter)
  const received = normalizeDocument(filter)
  return { filter: received, matches: compile(received) }
}

function compile(filter: Document): Test {
  const tests = Object.entries(filter).map(([key, condition]) => {
    if (key === '$and') return every(branches(key, condition))
    if (key === '$or') return some(branches(key, condition))
    if (key.startsWith('$')) throw unsupported(key)
    return compileField(key.split('.'), condition)
  })
  return every(tests)
}

const every =
  (tests: Test[]): Test =>
  document =>
    tests.every(test => test(document))

const some =
  (tests: Test[]): Test =>
  document =>
    tests.some(test => test(document))

function branches(operator: string, filters: unknown): Test[] {
  if (!Array.isArray(filters) || filters.length === 0)
    throw new TypeError(`${operator} needs a list of filters`)
  return filters.map(filter => compile(filter as Document))
}

function compileField(path: readonly string[], condition: unknown): Test {
  if (!isOperators(condition)) return matchesValue(equals)(path, condition)
  return every(
    Object.entries(condition).map(([name, operand]) => {
      const operator = operators.get(name)
      if (!operator) throw unsupported(name)
      return operator(path, operand)
    }),
  )
}

const unsupported = (operator: string) => new TypeError(`the query operator ${operator} is not supported`)

type Compare = (operand: unknown) => (stored: unknown) => boolean

const matchesValue =
  (compare: Compare): Operator =>
  (path, operand) => {
    const isSatisfied = compare(operand)
    return document => hasMatchingValue(document, path, isSatisfied)
  }

const not =
  (operator: Operator): Operator =>
  (path, operand) => {
    const test = operator(path, operand)
    return document => !test(document)
  }

const equals: Compare = operand => {
  if (operand instanceof RegExp) throw new TypeError('regular expressions are not supported')
  return stored => equalValues(stored, operand)
}

const isAmong: Compare = operand => {
  if (!Array.isArray(operand)) throw new TypeError('$in needs a list of values')
  const tests = operand.map(equals)
  return stored => tests.some(test => test(stored))
}

// As in MongoDB, a range matches only values of the same type. NaN is in no range of numbers, although it comes first in a
// sort: `$gte: NaN` and `$lte: NaN` match NaN alone.
const range = (fits: (order: number) => boolean) =>
  matchesValue(operand => {
    const [rank, isNaN] = [typeRank(operand), Number.isNaN(operand)]
    return stored =>
      typeRank(stored) === rank && Number.isNaN(stored) === isNaN && fits(compareValues(stored, operand))
  })

const exists = matchesValue(() => stored => stored !== undefined)

/** The ranks of the types that `$type` supports, by their aliases in MongoDB. */
const ranksByAlias = new Map<unknown, number>([
  ['number', typeRanks.number],
  ['string', typeRanks.string],
  ['object', typeRanks.object],
  ['array', typeRanks.array],
  ['objectId', typeRanks.objectId],
  ['bool', typeRanks.boolean],
  ['date', typeRanks.date],
])

const hasType: Compare = operand => {
  const rank = ranksByAlias.get(operand)
  if (rank === undefined) throw new TypeError(`$type ${String(operand)} is not supported`)
  return stored => typeRank(stored) === rank
}

// The supported operators. Unsupported ones are rejected, because a silent difference from MongoDB would be worse.
const operators = new Map<string, Operator>([
  ['$eq', matchesValue(equals)],
  ['$ne', not(matchesValue(equals))],
  ['$in', matchesValue(isAmong)],
  ['$gt', range(order => order > 0)],
  ['$gte', range(order => order >= 0)],
  ['$lt', range(order => order < 0)],
  ['$lte', range(order => order <= 0)],
  ['$exists', (path, operand) => (operand ? exists : not(exists))(path, operand)],
  ['$type', matchesValue(hasType)],
])
