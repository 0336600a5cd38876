import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer, type Asker } from '../../viewer.js'
import type { Language } from './definitions.js'
import type { Achievement } from './models.js'
import type { AchievementService } from './service.js'

const languageOf = ({ locale }: Asker & { locale?: Language | null }): Language => locale ?? 'en'

export const achievementResolvers = (achievements: AchievementService) =>
  ({
    Query: {
      achievements: (_root, _args, asker) => achievements.all(requireViewer(asker).id),
    },
    Subscription: {
      achievementEarned: {
        subscribe: (_root, _args, asker) => achievements.earnings(requireViewer(asker).id),
        resolve: (achievement: Achievement) => achievement,
      },
    },
    User: {
      // Nobody else's business, whoever may see the account.
      achievements: ({ id }, _args, asker) => (requireViewer(asker).id === id ? achievements.earned(id) : []),
    },
    Achievement: {
      name: ({ key }, _args, asker) => achievements.text(key, languageOf(asker)).name,
      description: ({ key }, _args, asker) => achievements.text(key, languageOf(asker)).description,
    },
  }) satisfies Resolvers
