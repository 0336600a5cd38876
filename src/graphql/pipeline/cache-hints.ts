import {
  getDirectiveValues,
  getNamedType,
  isCompositeType,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type TypeDefinitionNode,
} from 'graphql'
import { forEachField } from './selected-fields.js'

/** How long a client may cache the response to an operation. */
export interface CacheHint {
  /** In seconds; 0 means that clients must revalidate each time. */
  maxAge: number
  scope: 'PUBLIC' | 'PRIVATE'
}

/**
 * Reduces the `@cacheControl` hints of the selected fields to the strictest one. Root fields without a hint are private
 * and not cached. Other fields and types without a hint inherit the hint of their parent field.
 */
export function cacheHintOf(schema: GraphQLSchema, document: DocumentNode): CacheHint {
  const directive = schema.getDirective('cacheControl')
  const hintOn = (node: FieldDefinitionNode | TypeDefinitionNode | null | undefined): Partial<CacheHint> =>
    (directive && node && getDirectiveValues(directive, node)) ?? {}
  const result: CacheHint = { maxAge: Infinity, scope: 'PUBLIC' }
  forEachField(schema, document, ({ field, parent }) => {
    if (field.name === '__typename') return
    const type = getNamedType(field.type)
    const hint: Partial<CacheHint> = {
      ...(parent === schema.getQueryType() ? { maxAge: 0, scope: 'PRIVATE' } : {}),
      ...(isCompositeType(type) ? hintOn(type.astNode) : {}),
      ...hintOn(field.astNode),
    }
    result.maxAge = Math.min(result.maxAge, hint.maxAge ?? Infinity)
    if (hint.scope === 'PRIVATE') result.scope = 'PRIVATE'
  })
  return Number.isFinite(result.maxAge) ? result : { maxAge: 0, scope: 'PRIVATE' }
}
