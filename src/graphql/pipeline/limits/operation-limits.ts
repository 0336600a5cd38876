import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql'
import { OperationError } from '../operation-error.js'
import { countComparisons } from './comparisons.js'
import { compileCost, mostExpensiveField, type CostFunction } from './operation-cost.js'
import { measureOperation, type OperationSize } from './operation-size.js'
import { tooManyObjectsMessage } from '../../../lib/object-budget.js'

/** How large an operation may be. Every transport keeps to the same numbers. */
export interface OperationLimits extends OperationSize {
  /** Tokens of the whole document. */
  tokens: number
  /** Of one request: the operations of a batch share it. */
  cost: number
}

/** Some twenty milliseconds of validation; a screen made of many fragments has a few hundred. */
const maxComparisons = 4000

const units = {
  depth: 'fields nested in fields',
  aliases: 'aliases',
  directives: 'directives',
  rootFields: 'root fields',
  comparisons: 'fields to compare with their like',
  tokens: 'tokens',
  cost: 'units of cost',
}

/**
 * What can be judged before the variables are known, and before validation, which is slow for hostile documents.
 * @throws OperationError QUERY_TOO_COMPLEX
 */
export function assertSize(document: DocumentNode, limits: OperationLimits): void {
  const measures = measureOperation(document)
  for (const name of ['depth', 'aliases', 'directives', 'rootFields'] as const)
    if (measures[name] > limits[name]) throw tooComplexError(name, measures[name], limits[name])
  const compared = countComparisons(document, maxComparisons)
  if (compared > maxComparisons) throw tooComplexError('comparisons', compared, maxComparisons)
}

/** The cost of an operation with its variables. @throws OperationError QUERY_TOO_COMPLEX */
export function createCostCheck(
  schema: GraphQLSchema,
  document: DocumentNode,
): (variables: Variables, limit: number) => number {
  const cost: CostFunction = compileCost(schema, document)
  return (variables, limit) => {
    const spent = cost(variables)
    if (spent > limit) throw tooComplexError('cost', spent, limit, mostExpensiveField(cost, variables))
    return spent
  }
}

type Variables = Record<string, unknown>

/** @param most the field that costs most */
export function tooComplexError(
  measure: keyof typeof units,
  actual: number,
  limit: number,
  most?: { field: string; cost: number },
): OperationError {
  const advice = most ? ` The most expensive field is "${most.field}" with ${most.cost}.` : ''
  const message = `The operation has ${actual} ${units[measure]}; ${limit} are allowed.${advice}`
  return new OperationError('QUERY_TOO_COMPLEX', [new GraphQLError(message)], {
    ...{ measure, actual, limit },
    ...most,
  })
}

/** More objects than a request can deliver. @param most the field that has most of those that were counted */
export const tooManyObjectsError = (
  limit: number,
  most: { field: string; objects: number },
): OperationError =>
  new OperationError(
    'QUERY_TOO_COMPLEX',
    [
      new GraphQLError(
        `${tooManyObjectsMessage(limit)} The field with most objects is "${most.field}" with ${most.objects}.`,
      ),
    ],
    { measure: 'objects', limit, field: most.field, cost: most.objects },
  )
