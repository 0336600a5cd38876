import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer, type Asker } from '../../viewer.js'
import type { AssetService } from '../assets/service.js'
import type { PhotoService } from './service.js'

export const photoResolvers = (photos: PhotoService, { urlOf }: Pick<AssetService, 'urlOf'>) =>
  ({
    Mutation: {
      restoreProfilePhoto: (_root, { input }, asker) =>
        photos.restore(requireViewer(asker).id, parseIdAt(input.id, 'input.id')),
      deleteProfilePhoto: (_root, { input }, asker) =>
        photos.remove(requireViewer(asker).id, parseIdAt(input.id, 'input.id')),
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
      profilePhotoUrl: ({ profileImage }, { size }) => profileImage && urlOf(profileImage, size),
      profilePhotoBlurHash: ({ profileImage }) => profileImage?.blurHash ?? null,
      profilePhotoUploadedAt: ({ profileImage }) => profileImage?.uploadedAt ?? null,
    },
    ProfilePhoto: {
      url: (photo, { size }) => urlOf(photo, size),
    },
  }) satisfies Resolvers
