import type { Resolvers } from '../../../../generated/resolvers.js'
import type { AssetService } from '../assets/service.js'

export const progressPhotoResolvers = ({ urlOf }: Pick<AssetService, 'urlOf'>) =>
  ({
    ProgressPhoto: {
      url: (photo, { size }) => urlOf(photo, size),
    },
  }) satisfies Resolvers
