import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DirectiveNode,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './fragments.js'
import { OperationError } from './operation-error.js'

const conditions = new Set(['skip', 'include'])

/**
 * Rejects `@skip` and `@include` on the root field of a subscription, as the specification demands. The validation rules
 * of graphql-js throw unexpected errors for them.
 * @throws OperationError GRAPHQL_VALIDATION_FAILED
 */
export function assertUnconditionalSubscription(document: DocumentNode): void {
  const fragments = fragmentsOf(document)
  const seen = new Set<SelectionSetNode>()

  function conditionsIn(set: SelectionSetNode | undefined): DirectiveNode[] {
    if (!set || seen.has(set)) return []
    seen.add(set)
    return set.selections.flatMap(selection => {
      const own = selection.directives?.filter(({ name }) => conditions.has(name.value)) ?? []
      if (selection.kind === Kind.FIELD) return own
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      return [...own, ...conditionsIn(fragment?.selectionSet)]
    })
  }

  const found = document.definitions.flatMap(definition =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.SUBSCRIPTION
      ? conditionsIn(definition.selectionSet)
      : [],
  )
  if (found.length === 0) return
  const message = 'The root field of a subscription cannot have "@skip" or "@include".'
  throw new OperationError('GRAPHQL_VALIDATION_FAILED', [new GraphQLError(message, { nodes: found })])
}
