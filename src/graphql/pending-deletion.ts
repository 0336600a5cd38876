import { getDirectiveValues, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { rejectPendingDeletion, type RequestContext } from '../viewer.js'

type Resolver = GraphQLFieldResolver<unknown, RequestContext>

/** Rejects accounts with a pending deletion on every root field without `@allowedWhilePendingDeletion`. */
export function restrictPendingDeletion(schema: GraphQLSchema): void {
  const directive = schema.getDirective('allowedWhilePendingDeletion')
  if (!directive) throw new Error('the schema has no @allowedWhilePendingDeletion')
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (field.astNode && getDirectiveValues(directive, field.astNode)) continue
      if (field.subscribe) field.subscribe = rejectingPendingDeletion(field.subscribe)
      else if (field.resolve) field.resolve = rejectingPendingDeletion(field.resolve)
    }
}

const rejectingPendingDeletion =
  (resolve: Resolver): Resolver =>
  (root, args, context, info) => {
    rejectPendingDeletion(context.viewer)
    return resolve(root, args, context, info)
  }
