import type { FastifyRequest } from 'fastify'

/**
 * Returns the guest whose access token a request carries; null for other people. A guest with an expired token must not
 * register as another account.
 * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED
 */
export function requestingGuest({ viewer, authenticationError }: FastifyRequest): string | null {
  if (authenticationError) throw authenticationError
  return viewer?.isGuest ? viewer.id : null
}
