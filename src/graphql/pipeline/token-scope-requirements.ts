import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
} from 'graphql'
import { scopesOfField, type TokenScope } from '../../lib/token-scopes.js'

/** A selected field that needs a scope of a personal access token. */
export interface ScopeRequirement {
  node: FieldNode
  /** Null for a field that no personal access token can select. */
  scope: TokenScope | null
}

/**
 * Finds the scopes that a document requires of personal access tokens. A root field without `@tokenScopes`, on itself or
 * on the type that it returns, is not available to them.
 */
export function findScopeRequirements(schema: GraphQLSchema, document: DocumentNode): ScopeRequirement[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const found = new Map<TokenScope | null, FieldNode>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD](node) {
        const field = types.getFieldDef()
        const parent = types.getParentType()
        if (!field || !parent || field.name.startsWith('__')) return
        const isRoot = roots.some(root => root === parent)
        const required = scopesOfField(schema, field) ?? (isRoot ? [null] : [])
        for (const scope of required) if (!found.has(scope)) found.set(scope, node)
      },
    }),
  )
  return [...found].map(([scope, node]) => ({ node, scope }))
}
