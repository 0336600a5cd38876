import {
  getDirectiveValues,
  getNamedType,
  isCompositeType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

/** How long a client may cache the response to an operation. */
export interface CacheHint {
  /** In seconds; 0 means that clients must revalidate each time. */
  maxAge: number
  scope: 'PUBLIC' | 'PRIVATE'
}

interface DirectiveArguments {
  maxAge?: number
  scope?: CacheHint['scope']
}

/**
 * Reduces the `@cacheControl` hints of the selected fields to the strictest one. Root fields without a hint are private
 * and not cached. Other fields and types without a hint inherit the hint of their parent field.
 */
export function cacheHintOf(schema: GraphQLSchema, document: DocumentNode): CacheHint {
  const directive = schema.getDirective('cacheControl')
  const result: CacheHint = { maxAge: Infinity, scope: 'PUBLIC' }
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: ({ name }) => {
        if (name.value === '__typename') return
        const field = types.getFieldDef()
        const type = field && getNamedType(field.type)
        const hints = [field?.astNode, isCompositeType(type) ? type.astNode : undefined].map(node =>
          directive && node
            ? (getDirectiveValues(directive, node) as DirectiveArguments | undefined)
            : undefined,
        )
        const isRoot = types.getParentType() === schema.getQueryType()
        const hint = { ...(isRoot ? { maxAge: 0, scope: 'PRIVATE' as const } : {}), ...hints[1], ...hints[0] }
        result.maxAge = Math.min(result.maxAge, hint.maxAge ?? Infinity)
        if (hint.scope === 'PRIVATE') result.scope = 'PRIVATE'
      },
    }),
  )
  return Number.isFinite(result.maxAge) ? result : { maxAge: 0, scope: 'PRIVATE' }
}
