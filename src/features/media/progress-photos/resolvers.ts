import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { AssetService } from '../assets/service.js'
import type { ProgressPhotoService } from './service.js'

export const progressPhotoResolvers = (
  photos: ProgressPhotoService,
  { urlOf }: Pick<AssetService, 'urlOf'>,
) =>
  ({
    Query: {
      progressPhotos: (_root, { pose = null, ...page }, context) =>
        photos.list(requireViewer(context).id, pose, page),
    },
    ProgressPhoto: {
      url: (photo, { size }) => urlOf(photo, size),
    },
  }) satisfies Resolvers
