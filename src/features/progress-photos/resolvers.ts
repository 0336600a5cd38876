import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer } from '../../viewer.js'
import type { AssetService } from '../assets/service.js'
import type { ProgressPhotoService } from './service.js'

export const progressPhotoResolvers = (
  photos: ProgressPhotoService,
  { urlOf }: Pick<AssetService, 'urlOf'>,
) =>
  ({
    Query: {
      progressPhotos: (_root, { pose = null, ...page }, asker) =>
        photos.list(requireViewer(asker).id, pose, page),
    },
    Mutation: {
      async deleteProgressPhoto(_root, { id, expectedVersion = null }, asker) {
        const viewer = requireViewer(asker)
        const deletion = { id: parseIdAt(id, 'id'), expectedVersion }
        const { photo, ...deleted } = await photos.remove(viewer.id, deletion)
        return { ...deleted, record: photo && { __typename: 'ProgressPhoto' as const, ...photo } }
      },
    },
    ProgressPhoto: {
      url: (photo, { size }) => urlOf(photo, size),
    },
  }) satisfies Resolvers
