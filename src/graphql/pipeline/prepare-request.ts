import type { GraphQLSchema } from 'graphql'
import { ObjectBudget } from '../../lib/object-budget.js'
import type { ClientApp } from './client-app.js'
import type { DocumentFinder } from './document-finder.js'
import { claimOnceFields } from './limits/once-fields.js'
import type { OperationLimits } from './limits/operation-limits.js'
import { assertIntrospectionAllowed, assertScopes } from './operation-access.js'
import type { OperationContext, PreparedOperation, RequestBudget } from './operation-context.js'
import { OperationError } from './operation-error.js'
import type { Operation } from './prepare-operation.js'
import type { GraphQLRequest } from './request.js'
import { variableCoercer } from './variable-coercion.js'

export interface RequestOptions {
  schema: GraphQLSchema
  limits: OperationLimits
  find: DocumentFinder
  /** True if everyone can use introspection; otherwise only administrators can. */
  publicIntrospection: boolean
  /** True if validation errors suggest names of the schema. */
  suggestions: boolean
  /** Called for each operation that selects deprecated fields, which are given as `Type.field`. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
}

/** The maximum number of invalid variables that one response reports. */
const maxVariableErrors = 20

export const createRequestBudget = ({ cost }: OperationLimits): RequestBudget => ({
  remainingCost: cost,
  claimedOnceFields: new Set(),
  objects: new ObjectBudget(),
})

/**
 * Creates a function that finds the operation of a request, checks it, coerces its variables and takes its cost from the
 * budget.
 * @param prepareOperation parses, validates and analyzes the operation with this name of a document
 */
export function requestPreparer(
  { schema, limits, find, publicIntrospection, suggestions, onDeprecated }: RequestOptions,
  prepareOperation: (source: string, operationName: string | null) => Operation,
) {
  const coerce = variableCoercer(schema, { maxErrors: maxVariableErrors, hideSuggestions: !suggestions })

  /** @throws OperationError */
  return (
    request: GraphQLRequest,
    context: OperationContext,
    budget: RequestBudget = createRequestBudget(limits),
  ): PreparedOperation => {
    const { viewer } = context.requestContext
    const operation = prepareOperation(find(request), request.operationName)
    context.stats.operations.push(operation.name ?? null)
    if (!publicIntrospection) assertIntrospectionAllowed(operation, viewer)
    assertScopes(operation, viewer)
    // Coerce the variables here: compiled code reports invalid ones with other messages.
    const { errors, coerced } = coerce(operation, request.variables)
    if (errors) throw new OperationError('BAD_USER_INPUT', errors)
    const cost = operation.assertCost(coerced, budget.remainingCost)
    budget.remainingCost -= cost
    context.stats.cost += cost
    claimOnceFields(budget.claimedOnceFields, operation.onceFields)
    if (operation.deprecatedFields.length > 0) onDeprecated(operation.deprecatedFields, context.app)
    // Without a prototype, because compiled code would find `constructor` among the variables.
    const sent = Object.assign(Object.create(null), request.variables) as Record<string, unknown>
    return {
      operation,
      variables: { sent, coerced },
      cost,
      includeCost: request.includeCost,
      objects: budget.objects,
    }
  }
}
