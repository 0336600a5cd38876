import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { unauthenticated } from '../errors.js'
import { assertPermitted, insufficientScope, type TokenScope } from '../lib/token-scopes.js'
import { rejectPendingDeletion, type Viewer } from '../viewer.js'
import { clientOf } from './client.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts accounts whose deletion is pending. */
    allowedWhilePendingDeletion?: boolean
    /** Accepts personal access tokens with these scopes, without a signature. Other routes reject them. */
    tokenScopes?: readonly TokenScope[]
  }
  interface FastifyRequest {
    /** The user of a valid access token; null without one. */
    viewer: Viewer | null
    /** The reason why the access token was rejected; null without a token or with a valid one. */
    authenticationError: Error | null
  }
}

interface Options {
  /** @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, TOO_MANY_REQUESTS */
  authenticate(accessToken: string, address: string): Promise<Viewer>
}

/**
 * Authenticates each request without rejecting any. The error is stored, so that the request is counted against the
 * rate limit first and each route decides whether it requires a token.
 */
export const authentication = fp<Options>(async (app, { authenticate }) => {
  app.decorateRequest('viewer', null)
  app.decorateRequest('authenticationError', null)
  app.addHook('onRequest', async request => {
    const { authorization } = request.headers
    if (authorization === undefined) return
    try {
      request.viewer = await authenticate(bearerToken(authorization), clientOf(request).address)
    } catch (error) {
      request.authenticationError = error as Error
    }
  })
})

/** @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, INSUFFICIENT_SCOPE, DELETION_PENDING */
export function authenticatedViewer({ viewer, authenticationError, routeOptions }: FastifyRequest): Viewer {
  if (!viewer) throw authenticationError ?? unauthenticated()
  const { allowedWhilePendingDeletion, tokenScopes } = routeOptions.config
  if (tokenScopes !== undefined) assertPermitted(viewer, tokenScopes)
  else if (viewer.scopes !== null) throw insufficientScope(null)
  if (!allowedWhilePendingDeletion) rejectPendingDeletion(viewer)
  return viewer
}

/** A hook for routes that require a token. */
export async function requireAuthentication(request: FastifyRequest): Promise<void> {
  authenticatedViewer(request)
}

/** @throws AppError UNAUTHENTICATED */
export function bearerToken(authorization: string): string {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization) ?? []
  if (token === undefined)
    throw unauthenticated('The header must have the form "Authorization: Bearer <access token>".')
  return token
}
