import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql'
import { OperationError } from '../operation-error.js'
import { countComparisons } from './comparisons.js'
import { mostExpensiveField, type Variables } from './cost-function.js'
import { compileCost } from './operation-cost.js'
import { largestRootField, measureOperation, type OperationSize } from './operation-size.js'
import { tooManyObjectsMessage } from '../../../lib/object-budget.js'

/** The limits of an operation. They apply to all transports. */
export interface OperationLimits extends OperationSize {
  /** The number of tokens of the whole document. */
  tokens: number
  /** The cost of a request. The operations of a batch share it. */
  cost: number
}

/** About 20 ms of validation. A screen with many fragments needs a few hundred comparisons. */
const maxComparisons = 4000

const descriptions = {
  depth: 'levels of nested fields',
  aliases: 'aliases',
  directives: 'directives',
  rootFields: 'root fields',
  comparisons: 'field comparisons',
  tokens: 'tokens',
  cost: 'units of cost',
}

/**
 * Checks the limits that do not depend on variables. Must run before validation, which is slow for malicious documents.
 * @throws OperationError QUERY_TOO_COMPLEX
 */
export function assertSize(document: DocumentNode, limits: OperationLimits): void {
  const measures = measureOperation(document)
  for (const name of ['depth', 'aliases', 'directives', 'rootFields'] as const)
    if (measures[name] > limits[name])
      throw tooComplexError(name, measures[name], limits[name], largestRootField(document, name))
  const comparisons = countComparisons(document, maxComparisons)
  if (comparisons > maxComparisons) throw tooComplexError('comparisons', comparisons, maxComparisons)
}

/**
 * Creates a function that returns the cost of an operation.
 * @throws OperationError QUERY_TOO_COMPLEX if it exceeds the limit
 */
export function createCostCheck(
  schema: GraphQLSchema,
  document: DocumentNode,
): (variables: Variables, limit: number) => number {
  const costOf = compileCost(schema, document)
  return (variables, limit) => {
    const cost = costOf(variables)
    if (cost > limit) throw tooComplexError('cost', cost, limit, mostExpensiveField(costOf, variables))
    return cost
  }
}

/** @param largest the field with the largest share of the measure */
export function tooComplexError(
  measure: keyof typeof descriptions,
  actual: number,
  limit: number,
  largest?: { field: string; cost: number },
): OperationError {
  const subject = measure === 'cost' ? 'most expensive field' : 'root field with most of them'
  const advice = largest ? ` The ${subject} is "${largest.field}" with ${largest.cost}.` : ''
  const message = `The operation has ${actual} ${descriptions[measure]}; ${limit} are allowed.${advice}`
  return new OperationError('QUERY_TOO_COMPLEX', [new GraphQLError(message)], {
    measure,
    actual,
    limit,
    ...largest,
  })
}

/** @param largest the field with the most counted objects */
export const tooManyObjectsError = (
  limit: number,
  largest: { field: string; objects: number },
): OperationError =>
  new OperationError(
    'QUERY_TOO_COMPLEX',
    [
      new GraphQLError(
        `${tooManyObjectsMessage(limit)} The field with most objects is "${largest.field}" with ${largest.objects}.`,
      ),
    ],
    { measure: 'objects', limit, field: largest.field, cost: largest.objects },
  )
