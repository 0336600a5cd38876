import { GraphQLError } from 'graphql'

/**
 * Returns whether a rejected promise without a handler belongs to a field. When one item of a list fails synchronously,
 * graphql-js before 17 drops the promises of the other items. Their rejections would only be further reasons for the
 * same null. Only errors of fields have a path.
 */
export const isOrphanedRejection = (reason: unknown): boolean =>
  reason instanceof GraphQLError && reason.path !== undefined
