import type { GraphQLContext } from '../../graphql/context.js'
import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import { parseId } from '../../lib/ids.js'

export const photoResolvers = {
  Mutation: {
    restoreProfilePhoto: (_root, { id }, context) =>
      context.services.photos.restore(requireViewer(context).id, parseId(id, 'photo')),
  },
  Subscription: {
    profilePhotoUploaded: {
      subscribe: (_root, _args, context) => context.services.photos.uploads(requireViewer(context).id),
      resolve: (photoId: string, _args: object, context: GraphQLContext) =>
        context.services.photos.get(requireViewer(context).id, photoId),
    },
  },
  User: {
    profilePhotos: (user, _args, { services }) => services.photos.list(user.id),
  },
  ProfilePhoto: {
    url: (photo, _args, { services }) => services.photos.urlOf(photo.fileKey),
  },
} satisfies Resolvers
