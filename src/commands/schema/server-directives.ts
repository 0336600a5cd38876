import { DirectiveLocation, isSpecifiedDirective, type GraphQLSchema } from 'graphql'

const clientLocations = new Set<DirectiveLocation>([
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
 * Returns whether the path leads to a directive that clients cannot use in documents, such as `Query.me.@cost`. Such
 * directives are only read by servers and caches, so changes are not breaking. Directives of GraphQL itself, such as
 * `@oneOf`, are excluded.
 */
export function isServerDirective(schemas: readonly GraphQLSchema[], path: string): boolean {
  const name = /@(\w+)/.exec(path)?.[1]
  if (name === undefined) return false
  const definitions = schemas.map(schema => schema.getDirective(name)).filter(directive => directive != null)
  return definitions.every(
    directive =>
      !isSpecifiedDirective(directive) &&
      !directive.locations.some(location => clientLocations.has(location)),
  )
}
