import { getNamedType, isObjectType, type DocumentNode, type FieldNode, type GraphQLSchema } from 'graphql'
import { scopesOfField, type TokenScope } from '../../lib/token-scopes.js'
import { forEachField } from './selected-fields.js'

/** A selected field that needs a scope of a personal access token. */
export interface ScopeRequirement {
  node: FieldNode
  /** Null for a field that no personal access token can select. */
  scope: TokenScope | null
}

/**
 * Finds the scopes that a document requires of personal access tokens. A root field, or a field that returns an object with
 * an identifier, is not available to them without `@tokenScopes` on itself or on the type that it returns.
 */
export function findScopeRequirements(schema: GraphQLSchema, document: DocumentNode): ScopeRequirement[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const found = new Map<TokenScope | null, FieldNode>()
  forEachField(schema, document, ({ node, field, parent }) => {
    if (field.name.startsWith('__')) return
    const isRoot = roots.some(root => root === parent)
    const type = getNamedType(field.type)
    const isRecord = isObjectType(type) && type.getInterfaces().length > 0
    const required = scopesOfField(schema, field) ?? (isRoot || isRecord ? [null] : [])
    for (const scope of required) if (!found.has(scope)) found.set(scope, node)
  })
  return [...found].map(([scope, node]) => ({ node, scope }))
}
