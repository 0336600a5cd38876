import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { CompleteResolvers } from './complete.js'
import { restrictPendingDeletion } from './pending-deletion.js'
import { countDeliveredObjects } from './delivered-objects.js'
import { closeToAdministrators } from './managed-users.js'
import { nodeResolvers, type NodeFinder } from './node.js'
import { sliceExecution } from './pipeline/sliced-execution.js'
import { DateOnly, DateTime } from './scalars.js'

export const schemaFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

/** The schema of `schema/`, with the resolvers of the features. */
export function executableSchema(
  resolvers: CompleteResolvers,
  finders: readonly NodeFinder[],
): GraphQLSchema {
  const schema = makeExecutableSchema({
    // Built by graphql-js and furnished where it is: to be merged and copied takes three times as long.
    typeDefs: buildSchema(typeDefinitions()),
    updateResolversInPlace: true,
    resolvers: [resolvers, nodeResolvers(finders), { DateTime, Date: DateOnly }],
  })
  restrictPendingDeletion(schema)
  closeToAdministrators(schema)
  countDeliveredObjects(schema)
  sliceExecution(schema)
  return schema
}

/** The SDL of all files of `schema/`. */
export function typeDefinitions(): string {
  const files = readdirSync(schemaFolder).filter(name => name.endsWith('.graphql'))
  return files
    .sort()
    .map(name => readFileSync(join(schemaFolder, name), 'utf8'))
    .join('\n')
}
