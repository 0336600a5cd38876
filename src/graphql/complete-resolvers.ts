import type { GraphQLScalarType } from 'graphql'
import type {
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  ResolversParentTypes,
  SubscriptionResolvers,
} from '../../generated/resolvers.js'

/** Objects; what a scalar needs, its implementation says. */
type ObjectTypeName = {
  [T in keyof Resolvers & keyof ResolversParentTypes]: NonNullable<Resolvers[T]> extends GraphQLScalarType
    ? never
    : T
}[keyof Resolvers & keyof ResolversParentTypes]

/** What a field is answered with. */
type ResolverResult<F> = F extends (...given: never[]) => infer Result ? Result : never

/** Fields that the objects of a type carry themselves, and of the type that the schema says. */
type ProvidedByParent<T extends ObjectTypeName> = {
  [F in keyof ResolversParentTypes[T]]: F extends keyof NonNullable<Resolvers[T]>
    ? Exclude<ResolversParentTypes[T][F], undefined> extends ResolverResult<
        NonNullable<NonNullable<Resolvers[T]>[F]>
      >
      ? F
      : never
    : never
}[keyof ResolversParentTypes[T]]

type RequiredResolvers<T extends ObjectTypeName> = Required<
  Omit<NonNullable<Resolvers[T]>, ProvidedByParent<T> | '__isTypeOf' | '__resolveType'>
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
  [
    T in Exclude<ObjectTypeName, Roots> as object extends RequiredResolvers<T> ? never : T
  ]: RequiredResolvers<T>
}
