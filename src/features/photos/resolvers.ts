import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import { requireViewer, type Asker } from '../../viewer.js'
import type { PhotoService } from './service.js'

export const photoResolvers = (photos: PhotoService) =>
  ({
    Mutation: {
      restoreProfilePhoto: (_root, { id }, asker) =>
        photos.restore(requireViewer(asker).id, parseId(id, 'photo')),
    },
    Subscription: {
      profilePhotoUploaded: {
        subscribe: (_root, _args, asker) => photos.uploads(requireViewer(asker).id),
        resolve: (photoId: string, _args: object, asker: Asker) =>
          photos.get(requireViewer(asker).id, photoId),
      },
    },
    User: {
      profileImageFileKey: ({ profileImage }) => profileImage?.fileKey ?? null,
      profilePhotos: user => photos.list(user.id),
    },
    PublicUser: {
      profilePhotoUrl: ({ profileImage }) => profileImage && photos.urlOf(profileImage.fileKey),
      profilePhotoUploadedAt: ({ profileImage }) => profileImage?.uploadedAt ?? null,
    },
    ProfilePhoto: {
      url: photo => photos.urlOf(photo.fileKey),
    },
  }) satisfies Resolvers
