import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type { MutationResolvers, QueryResolvers, Resolvers } from '../../generated/resolvers.js'
import { authResolvers } from '../features/auth/resolvers.js'
import { exerciseResolvers } from '../features/exercises/resolvers.js'
import { photoResolvers } from '../features/photos/resolvers.js'
import { userResolvers } from '../features/users/resolvers.js'
import { DateTime } from './scalars.js'

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

interface Options {
  loginEnabled: boolean
}

/** The schema of `schema/`, with the resolvers of every feature. */
export function executableSchema({ loginEnabled }: Options): GraphQLSchema {
  const auth = authResolvers({ loginEnabled })
  const resolvers = {
    DateTime,
    // A root field that no feature resolves does not compile.
    Query: { ...userResolvers.Query, ...exerciseResolvers.Query } satisfies Required<QueryResolvers>,
    Mutation: {
      ...auth.Mutation,
      ...userResolvers.Mutation,
      ...photoResolvers.Mutation,
    } satisfies Required<MutationResolvers>,
    User: { ...userResolvers.User, ...photoResolvers.User },
    UserProfile: userResolvers.UserProfile,
    PublicUser: userResolvers.PublicUser,
    ProfilePhoto: photoResolvers.ProfilePhoto,
  } satisfies Resolvers
  return makeExecutableSchema({ typeDefs: typeDefinitions(), resolvers })
}

function typeDefinitions(): string[] {
  const folder = join(projectRoot, 'schema')
  const files = readdirSync(folder).filter(name => name.endsWith('.graphql'))
  return files.sort().map(name => readFileSync(join(folder, name), 'utf8'))
}
