import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import { requireViewer, type Asker } from '../../viewer.js'
import type { UserService } from './service.js'
import { displayName } from './models.js'

export const userResolvers = (users: UserService) =>
  ({
    Query: {
      me: (_root, _args, asker) => users.get(requireViewer(asker).id),
      user: (_root, { id }, asker) => {
        requireViewer(asker)
        return users.getVisible(parseId(id, 'user'))
      },
    },
    Mutation: {
      updateProfile: (_root, { input }, asker) => users.update(requireViewer(asker).id, input),
    },
    Subscription: {
      accountChanged: {
        subscribe: (_root, _args, asker) => users.changes(requireViewer(asker).id),
        resolve: (_event: unknown, _args: object, asker: Asker) => users.get(requireViewer(asker).id),
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
  }) satisfies Resolvers
