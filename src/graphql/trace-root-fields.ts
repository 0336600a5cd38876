import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Tracing } from '../platform/telemetry/tracing.js'

/** Wraps the resolvers of the root fields of queries and mutations in spans. */
export function traceRootFields(schema: GraphQLSchema, tracing: Tracing): void {
  if (!tracing.isEnabled) return
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver, name } = field
      const path = `${type?.name ?? ''}.${name}`
      const options = { attributes: { 'graphql.field.path': path } }
      field.resolve = (...resolverArguments) =>
        tracing.span(path, options, () => resolve(...resolverArguments))
    }
}
