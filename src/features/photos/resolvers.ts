import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../auth/viewer.js'
import { parseId } from '../../lib/ids.js'

export const photoResolvers = {
  Mutation: {
    restoreProfilePhoto: (_root, { id }, context) =>
      context.services.photos.restore(requireViewer(context).id, parseId(id, 'photo')),
  },
  User: {
    profilePhotos: (user, _args, { services }) => services.photos.list(user.id),
  },
  ProfilePhoto: {
    url: (photo, _args, { services }) => services.photos.urlOf(photo.fileKey),
  },
} satisfies Resolvers
