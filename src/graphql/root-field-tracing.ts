import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Tracing } from '../platform/telemetry/tracing.js'

/** Makes a span of each resolver of a query's or mutation's root field, whoever executes it. */
export function traceRootFields(schema: GraphQLSchema, tracing: Tracing): void {
  if (!tracing.isEnabled) return
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver, name } = field
      const path = `${type?.name ?? ''}.${name}`
      const options = { attributes: { 'graphql.field.path': path } }
      field.resolve = (...given) => tracing.span(path, options, () => resolve(...given))
    }
}
