import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type {
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  SubscriptionResolvers,
} from '../../generated/resolvers.js'
import { authResolvers } from '../features/auth/resolvers.js'
import { exerciseResolvers } from '../features/exercises/resolvers.js'
import { photoResolvers } from '../features/photos/resolvers.js'
import { usageResolvers } from '../features/usage/resolvers.js'
import { userResolvers } from '../features/users/resolvers.js'
import { DateTime } from './scalars.js'

export const schemaFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

interface Options {
  loginEnabled: boolean
}

/** The schema of `schema/`, with the resolvers of every feature. */
export function executableSchema({ loginEnabled }: Options): GraphQLSchema {
  const auth = authResolvers({ loginEnabled })
  const resolvers = {
    DateTime,
    // A root field that no feature resolves does not compile.
    Query: {
      ...userResolvers.Query,
      ...exerciseResolvers.Query,
      ...usageResolvers.Query,
    } satisfies Required<QueryResolvers>,
    Mutation: {
      ...auth.Mutation,
      ...userResolvers.Mutation,
      ...photoResolvers.Mutation,
    } satisfies Required<MutationResolvers>,
    Subscription: {
      ...userResolvers.Subscription,
      ...photoResolvers.Subscription,
    } satisfies Required<SubscriptionResolvers>,
    User: { ...userResolvers.User, ...photoResolvers.User },
    UserProfile: userResolvers.UserProfile,
    PublicUser: userResolvers.PublicUser,
    ProfilePhoto: photoResolvers.ProfilePhoto,
  } satisfies Resolvers
  return makeExecutableSchema({ typeDefs: typeDefinitions(), resolvers })
}

function typeDefinitions(): string[] {
  const files = readdirSync(schemaFolder).filter(name => name.endsWith('.graphql'))
  return files.sort().map(name => readFileSync(join(schemaFolder, name), 'utf8'))
}
