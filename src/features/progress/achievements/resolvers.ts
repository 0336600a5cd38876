import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { Achievement } from './models.js'
import type { AchievementService } from './service.js'

export const achievementResolvers = (achievements: AchievementService) =>
  ({
    Query: {
      achievements: (_root, _args, context) =>
        achievements.all(requireViewer(context).id, context.client.locale),
    },
    Subscription: {
      achievementEarned: {
        subscribe: (_root, _args, context) =>
          achievements.subscribe(requireViewer(context).id, context.client.locale),
        resolve: (achievement: Achievement) => achievement,
      },
    },
    User: {
      // Achievements are private, even for administrators who can read the account.
      achievements: ({ id }, _args, context) =>
        requireViewer(context).id === id ? achievements.earned(id, context.client.locale) : [],
    },
  }) satisfies Resolvers
