import { readFileSync } from 'node:fs'
import { buildSchema, Source, type GraphQLSchema } from 'graphql'

/** Relative to the folder that npm runs its scripts in. */
export const paths = {
  current: 'generated/schema.graphql',
  published: 'schema/published/schema.graphql',
  operations: 'schema/operations',
}

export const readSchema = (path: string): GraphQLSchema =>
  buildSchema(new Source(readFileSync(path, 'utf8'), path))
