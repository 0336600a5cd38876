import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { restErrors } from '../../../http/errors.js'
import { accountProperties } from '../account/account-properties.js'
import type { ProfileService } from './service.js'
import { Type, type TSchema } from 'typebox'
import { personalFields, trainingFields } from './fields.js'
import type { User } from './models.js'

export const profileRoutes: FastifyPluginAsyncTypebox<{ profile: ProfileService }> = async (
  app,
  { profile },
) => {
  app.get(
    '/auth/profile',
    {
      config: { allowedWhilePendingDeletion: true, tokenScopes: ['profile:read'] },
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

const Text = Type.Union([Type.String(), Type.Null()])
const Timestamp = Type.String({ description: 'Timestamp in ISO 8601, in UTC with milliseconds.' })

// The REST contract has no field for the language.
const { locale: _locale, ...personalDetails } = personalFields.restSchema as Record<string, TSchema>

/** The response of `GET /auth/profile`. */
const RestUser = Type.Object(
  {
    ...accountProperties,
    ...personalDetails,
    profileImageFileKey: Text,
    createdAt: Timestamp,
    lastLogin: Type.Union([Timestamp, Type.Null()]),
    profile: Type.Object(trainingFields.restSchema as Record<string, TSchema>, {
      title: 'UserProfile',
      description:
        'The training profile. The values are those of the GraphQL type UserProfile; null if not set.',
    }),
  },
  { title: 'User', description: 'The account and the profile.' },
)

/** The response schema removes all other fields. */
const restUser = ({ profileImage, createdAt, lastLogin, profile, ...user }: User) => ({
  ...user,
  profile: { ...profile },
  profileImageFileKey: profileImage?.fileKey ?? null,
  createdAt: createdAt.toISOString(),
  lastLogin: lastLogin?.toISOString() ?? null,
})
