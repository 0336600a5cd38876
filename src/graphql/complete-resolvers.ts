import type { GraphQLScalarType } from 'graphql'
import type { Resolvers, ResolversParentTypes } from '../../generated/resolvers.js'
import type { Missing } from '../lib/missing.js'

/** The names of the object types. */
type ObjectTypeName = {
  [T in keyof Resolvers & keyof ResolversParentTypes]: NonNullable<Resolvers[T]> extends GraphQLScalarType
    ? never
    : T
}[keyof Resolvers & keyof ResolversParentTypes]

/** The result of a resolver. */
type ResolverResult<F> = F extends (...args: never[]) => infer Result ? Result : never

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

type RequiredField<T extends ObjectTypeName> = Exclude<
  keyof NonNullable<Resolvers[T]>,
  T extends Roots ? '__isTypeOf' : ProvidedByParent<T> | '__isTypeOf' | '__resolveType'
> &
  string

type Roots = 'Query' | 'Mutation' | 'Subscription'

/** `nodeResolvers` adds these. */
type NodeField = 'Query.node' | 'Query.nodes'

/** The fields, such as 'UserProfile.age', for which there is neither a resolver nor a property of the parent object. */
type MissingField<Given> = Exclude<
  {
    [T in ObjectTypeName]: `${T}.${Exclude<RequiredField<T>, T extends keyof Given ? keyof Given[T] : never>}`
  }[ObjectTypeName],
  NodeField
>

type Completeness<Given> = [MissingField<Given>] extends [never] ? true : Missing<MissingField<Given>>

/** Returns the resolvers. Does not compile unless they cover the whole schema. */
export const completeResolvers = <Given extends Resolvers>(
  resolvers: Given,
  _isComplete: Completeness<Given>,
): Given => resolvers
