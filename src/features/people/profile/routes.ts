import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { restErrors } from '../../../http/errors.js'
import { RestUser, restUser } from './rest.js'
import type { ProfileService } from './service.js'

export const profileRoutes: FastifyPluginAsyncTypebox<{ profile: ProfileService }> = async (
  app,
  { profile },
) => {
  app.get(
    '/auth/profile',
    {
      config: { allowedWhilePendingDeletion: true },
      onRequest: requireAuthentication,
      schema: {
        tags: ['auth'],
        operationId: 'getProfile',
        summary: "Read the caller's own account",
        security: [{ bearer: [] }],
        response: {
          200: RestUser,
          ...restErrors('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'),
        },
      },
    },
    async request => restUser(await profile.get(authenticatedViewer(request).id)),
  )
}
