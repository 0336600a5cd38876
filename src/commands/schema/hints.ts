import { DirectiveLocation, isSpecifiedDirective, type GraphQLSchema } from 'graphql'

const written = new Set<DirectiveLocation>([
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.SUBSCRIPTION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
])

/**
 * Whether the path leads to a directive that clients cannot write, such as `Query.me.@cost`: a hint for whoever
 * serves or caches, which may change without harm. What GraphQL itself defines, such as `@oneOf`, is no hint.
 */
export function isHint(schemas: readonly GraphQLSchema[], path: string): boolean {
  const name = /@(\w+)/.exec(path)?.[1]
  if (name === undefined) return false
  const known = schemas.map(schema => schema.getDirective(name)).filter(directive => directive != null)
  return known.every(
    directive => !isSpecifiedDirective(directive) && !directive.locations.some(place => written.has(place)),
  )
}
