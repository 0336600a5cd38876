import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { buildASTSchema, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { Resolvers } from '../../generated/resolvers.js'
import { restrictPendingDeletion } from './pending-deletion.js'
import { countDeliveredObjects } from './delivered-objects.js'
import { restrictManagedUsers } from './managed-users.js'
import { nodeResolvers, type NodeFinder } from './node.js'
import { pauseLongExecutions } from './pipeline/execution-pause.js'
import { DateOnly, DateTime } from './scalars.js'

export const schemaFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

/** Creates the executable schema from the SDL of `schema/` and the resolvers of the features. */
export function createSchema(resolvers: Resolvers, finders: readonly NodeFinder[]): GraphQLSchema {
  const schema = makeExecutableSchema({
    // A built schema that is updated in place, because merging and copying type definitions takes three times as long.
    typeDefs: buildTypes(),
    updateResolversInPlace: true,
    resolvers: [resolvers, nodeResolvers(finders), { DateTime, Date: DateOnly }],
  })
  restrictPendingDeletion(schema)
  restrictManagedUsers(schema)
  countDeliveredObjects(schema)
  pauseLongExecutions(schema)
  return schema
}

let parsed: DocumentNode | undefined

/** Parses the SDL once per process. Does not validate it, because the code generator has validated it. */
function buildTypes(): GraphQLSchema {
  parsed ??= parse(typeDefinitions(), { noLocation: true })
  return buildASTSchema(parsed, { assumeValidSDL: true })
}

/** The SDL of all files of `schema/`. */
export function typeDefinitions(): string {
  const files = readdirSync(schemaFolder).filter(name => name.endsWith('.graphql'))
  return files
    .sort()
    .map(name => readFileSync(join(schemaFolder, name), 'utf8'))
    .join('\n')
}
