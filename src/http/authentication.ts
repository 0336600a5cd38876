import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { unauthenticated } from '../errors.js'
import { rejectPendingDeletion, type Viewer } from '../viewer.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also for accounts that are about to be deleted. */
    allowedWhilePendingDeletion?: boolean
  }
  interface FastifyRequest {
    /** Who asks, if the request came with a valid access token. */
    viewer: Viewer | null
    /** Why the access token was refused, if one came and was. */
    authenticationError: Error | null
  }
}

interface Options {
  /** @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
  authenticate(accessToken: string): Promise<Viewer>
}

/**
 * Finds out who asks and refuses nobody: a refusal is kept, so that the request is counted first and each route
 * decides whether it wants a token.
 */
export const authentication = fp<Options>(async (app, { authenticate }) => {
  app.decorateRequest('viewer', null)
  app.decorateRequest('authenticationError', null)
  app.addHook('onRequest', async request => {
    const { authorization } = request.headers
    if (authorization === undefined) return
    try {
      request.viewer = await authenticate(bearerToken(authorization))
    } catch (error) {
      request.authenticationError = error as Error
    }
  })
})

/** The caller. @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, DELETION_PENDING */
export function authenticatedViewer({ viewer, authenticationError, routeOptions }: FastifyRequest): Viewer {
  if (!viewer) throw authenticationError ?? unauthenticated()
  if (!routeOptions.config.allowedWhilePendingDeletion) rejectPendingDeletion(viewer)
  return viewer
}

/** A hook for routes that want a token. */
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
