import type { GraphQLScalarType } from 'graphql'
import type {
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  ResolversParentTypes,
  SubscriptionResolvers,
} from '../../generated/resolvers.js'

/** The names of the object types. */
type ObjectTypeName = {
  [T in keyof Resolvers & keyof ResolversParentTypes]: NonNullable<Resolvers[T]> extends GraphQLScalarType
    ? never
    : T
}[keyof Resolvers & keyof ResolversParentTypes]

/** The result of a resolver. */
type ResolverResult<F> = F extends (...given: never[]) => infer Result ? Result : never

/** The fields for which the parent object has a property of the correct type, so that they need no resolver. */
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
 * Resolvers that cover the whole schema: every root field has one, and every field of an object type for which the parent
 * object has no property.
 */
export type CompleteResolvers = Resolvers & {
  // `node` and `nodes` are added by `nodeResolvers`.
  Query: Required<Omit<QueryResolvers, 'node' | 'nodes'>>
  Mutation: Required<MutationResolvers>
  Subscription: Required<SubscriptionResolvers>
} & {
  [
    T in Exclude<ObjectTypeName, Roots> as object extends RequiredResolvers<T> ? never : T
  ]: RequiredResolvers<T>
}
