import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import type { Achievement } from './models.js'
import type { AchievementService } from './service.js'

export const achievementResolvers = (achievements: AchievementService) =>
  ({
    Query: {
      achievements: (_root, _args, asker) => achievements.all(requireViewer(asker).id, asker.client.locale),
    },
    Subscription: {
      achievementEarned: {
        subscribe: (_root, _args, asker) =>
          achievements.earnings(requireViewer(asker).id, asker.client.locale),
        resolve: (achievement: Achievement) => achievement,
      },
    },
    User: {
      // Nobody else's business, whoever may see the account.
      achievements: ({ id }, _args, asker) =>
        requireViewer(asker).id === id ? achievements.earned(id, asker.client.locale) : [],
    },
  }) satisfies Resolvers
