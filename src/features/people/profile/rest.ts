import { Type, type TSchema } from 'typebox'
import { personalFields, trainingFields } from './fields.js'
import type { User } from './models.js'

const Text = Type.Union([Type.String(), Type.Null()])
const Moment = Type.String({ description: 'Timestamp in ISO 8601, in UTC with milliseconds.' })

// The language is GraphQL's alone: the user object of the REST part has the fields it was promised with.
const { locale: _graphQLs, ...person } = personalFields.restSchema as Record<string, TSchema>

/** The answer of `GET /auth/profile`. */
export const RestUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    username: Type.String(),
    ...person,
    profileImageFileKey: Text,
    role: Type.String({ description: 'USER or ADMIN.' }),
    enabled: Type.Boolean(),
    verified: Type.Boolean(),
    createdAt: Moment,
    lastLogin: Type.Union([Moment, Type.Null()]),
    profile: Type.Object(trainingFields.restSchema as Record<string, TSchema>, { title: 'UserProfile' }),
  },
  { title: 'User', description: 'The account and the profile.' },
)

/** The route's declared answer leaves out what is not in it. */
export const restUser = ({ profileImage, createdAt, lastLogin, profile, ...user }: User) => ({
  ...user,
  profile: { ...profile },
  profileImageFileKey: profileImage?.fileKey ?? null,
  createdAt: createdAt.toISOString(),
  lastLogin: lastLogin?.toISOString() ?? null,
})
