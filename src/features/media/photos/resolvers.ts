import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdAt } from '../../../lib/ids.js'
import { requireViewer, type RequestContext } from '../../../viewer.js'
import type { AssetService } from '../assets/service.js'
import type { PhotoService } from './service.js'

export const photoResolvers = (photos: PhotoService, { urlOf }: Pick<AssetService, 'urlOf'>) =>
  ({
    Mutation: {
      restoreProfilePhoto: (_root, { input }, context) =>
        photos.restore(requireViewer(context).id, parseIdAt(input.id, 'input.id')),
      deleteProfilePhoto: (_root, { input }, context) =>
        photos.remove(requireViewer(context).id, parseIdAt(input.id, 'input.id')),
    },
    Subscription: {
      profilePhotoUploaded: {
        subscribe: (_root, _args, context) => photos.uploads(requireViewer(context).id),
        resolve: (photoId: string, _args: object, context: RequestContext) =>
          photos.get(requireViewer(context).id, photoId),
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
