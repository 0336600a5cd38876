import { readFileSync } from 'node:fs'
import { buildSchema, Source, type GraphQLSchema } from 'graphql'

/** Relative to the project folder, in which npm runs scripts. */
export const paths = {
  current: 'generated/schema.graphql',
  published: 'schema/published/schema.graphql',
  operations: 'schema/operations',
}

export const readSchema = (path: string): GraphQLSchema =>
  buildSchema(new Source(readFileSync(path, 'utf8'), path))
