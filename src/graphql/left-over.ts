import { GraphQLError } from 'graphql'

/**
 * Whether a promise that nobody waits for was of a field. Where an item of a list fails at once, the executor gives the
 * list up and answers, and the promises of the other items are nobody's any more (graphql-js before 17). What they
 * fail with would have been one more reason for the same null. All its errors of fields, and no others, have a path.
 */
export const isLeftOver = (reason: unknown): boolean =>
  reason instanceof GraphQLError && reason.path !== undefined
