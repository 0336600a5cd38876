import { getDirectiveValues, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { demandStaying, type Asker } from '../viewer.js'

type Resolver = GraphQLFieldResolver<unknown, Asker>

/**
 * Refuses accounts that are about to be deleted whatever is not marked with `@whileLeaving`, over every transport: a
 * field that is added tomorrow, too.
 */
export function closeToLeavers(schema: GraphQLSchema): void {
  const open = schema.getDirective('whileLeaving')
  if (!open) throw new Error('the schema has no @whileLeaving')
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (field.astNode && getDirectiveValues(open, field.astNode)) continue
      if (field.subscribe) field.subscribe = guarded(field.subscribe)
      else if (field.resolve) field.resolve = guarded(field.resolve)
    }
}

const guarded =
  (resolve: Resolver): Resolver =>
  (root, args, asker, info) => {
    demandStaying(asker.viewer)
    return resolve(root, args, asker, info)
  }
