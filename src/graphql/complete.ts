import type { GraphQLScalarType } from 'graphql'
import type {
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  ResolversParentTypes,
  SubscriptionResolvers,
} from '../../generated/resolvers.js'

/** Objects; what a scalar needs, its implementation says. */
type Name = {
  [T in keyof Resolvers & keyof ResolversParentTypes]: NonNullable<Resolvers[T]> extends GraphQLScalarType
    ? never
    : T
}[keyof Resolvers & keyof ResolversParentTypes]

/** What a field is answered with. */
type Answer<F> = F extends (...given: never[]) => infer Result ? Result : never

/** Fields that the objects of a type carry themselves, and of the type that the schema says. */
type Carried<T extends Name> = {
  [F in keyof ResolversParentTypes[T]]: F extends keyof NonNullable<Resolvers[T]>
    ? Exclude<ResolversParentTypes[T][F], undefined> extends Answer<NonNullable<NonNullable<Resolvers[T]>[F]>>
      ? F
      : never
    : never
}[keyof ResolversParentTypes[T]]

type Demanded<T extends Name> = Required<
  Omit<NonNullable<Resolvers[T]>, Carried<T> | '__isTypeOf' | '__resolveType'>
>

type Roots = 'Query' | 'Mutation' | 'Subscription'

/**
 * Resolvers with which no field is forgotten: every root field has one, and every field of an object that the
 * object does not carry itself.
 */
export type CompleteResolvers = Resolvers & {
  // The fields that every feature has a part in are put together beside them.
  Query: Required<Omit<QueryResolvers, 'node' | 'nodes'>>
  Mutation: Required<MutationResolvers>
  Subscription: Required<SubscriptionResolvers>
} & {
  [T in Exclude<Name, Roots> as object extends Demanded<T> ? never : T]: Demanded<T>
}
