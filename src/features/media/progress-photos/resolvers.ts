import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { AssetService } from '../assets/service.js'
import { readDeletion } from '../../owned/deletion.js'
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
    Mutation: {
      saveProgressPhoto: (_root, { input }, context) => photos.save(requireViewer(context).id, input),
      async deleteProgressPhoto(_root, { input }, context) {
        const { id } = requireViewer(context)
        const { photo, ...deleted } = await photos.remove(id, readDeletion(input, 'input'))
        return { ...deleted, record: photo && { __typename: 'ProgressPhoto' as const, ...photo } }
      },
    },
    ProgressPhoto: {
      url: (photo, { size }) => urlOf(photo, size),
    },
  }) satisfies Resolvers
