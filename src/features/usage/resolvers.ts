import type { Resolvers } from '../../../generated/resolvers.js'
import { requireAdmin } from '../../viewer.js'
import type { UsageService } from './service.js'

export const usageResolvers = (usage: UsageService) =>
  ({
    Query: {
      deprecatedFieldUses: (_root, _args, asker) => {
        requireAdmin(asker)
        return usage.deprecatedFieldUses()
      },
    },
  }) satisfies Resolvers
