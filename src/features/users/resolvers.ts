import type { GraphQLContext } from '../../graphql/context.js'
import type { Resolvers } from '../../../generated/resolvers.js'
import { requireAdmin, requireViewer } from '../../viewer.js'
import { parseId } from '../../lib/ids.js'
import { displayName } from './user.js'

export const userResolvers = {
  Query: {
    me: (_root, _args, context) => context.services.users.get(requireViewer(context).id),
    user: (_root, { id }, context) => {
      requireViewer(context)
      return context.services.users.getVisible(parseId(id, 'user'))
    },
  },
  Mutation: {
    updateProfile: (_root, { input }, context) =>
      context.services.users.update(requireViewer(context).id, input),
    setAccountEnabled: (_root, { id, enabled }, context) => {
      requireAdmin(context)
      return context.services.auth.setEnabled(parseId(id, 'user'), enabled)
    },
  },
  Subscription: {
    accountChanged: {
      subscribe: (_root, _args, context) => context.services.users.changes(requireViewer(context).id),
      resolve: (_event: unknown, _args: object, context: GraphQLContext) =>
        context.services.users.get(requireViewer(context).id),
    },
  },
  User: {
    name: user => displayName(user),
    profileImageFileKey: user => user.profileImage?.fileKey ?? null,
  },
  UserProfile: {
    height: ({ height }) => height.value,
    heightUnit: ({ height }) => height.unit,
    weight: ({ weight }) => weight.value,
    weightUnit: ({ weight }) => weight.unit,
  },
  PublicUser: {
    profilePhotoUrl: ({ profileImage }, _args, { services }) =>
      profileImage && services.photos.urlOf(profileImage.fileKey),
    profilePhotoUploadedAt: ({ profileImage }) => profileImage?.uploadedAt ?? null,
  },
} satisfies Resolvers
