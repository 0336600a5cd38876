import { GraphQLError } from 'graphql'
import { insufficientScopeMessage } from '../../lib/token-scopes.js'
import type { Viewer } from '../../viewer.js'
import { OperationError } from './operation-error.js'
import type { Operation } from './prepare-operation.js'

/** @throws OperationError GRAPHQL_VALIDATION_FAILED if the operation uses introspection and the viewer is no administrator */
export function assertIntrospectionAllowed({ introspects }: Operation, viewer: Viewer | null): void {
  if (!introspects || viewer?.role === 'ADMIN') return
  throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
    new GraphQLError('Introspection is available to administrators only. Use the published schema.'),
  ])
}

/** @throws OperationError INSUFFICIENT_SCOPE if the personal access token of the viewer lacks a scope */
export function assertScopes({ scopeRequirements }: Operation, viewer: Viewer | null): void {
  const scopes = viewer?.scopes
  if (!scopes) return
  const missing = scopeRequirements.find(({ scope }) => scope === null || !scopes.has(scope))
  if (!missing) return
  const { scope, node } = missing
  const error = new GraphQLError(insufficientScopeMessage(scope), { nodes: [node] })
  throw new OperationError('INSUFFICIENT_SCOPE', [error], scope === null ? {} : { scope })
}
