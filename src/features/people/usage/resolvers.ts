import type { Resolvers } from '../../../../generated/resolvers.js'
import type { AccountService } from '../account/service.js'
import type { UsageService } from './service.js'

export const usageResolvers = (usage: UsageService, account: AccountService) =>
  ({
    Query: {
      deprecatedFieldUses: async (_root, _args, context) => {
        await account.requireAdmin(context)
        return usage.deprecatedFieldUses()
      },
    },
  }) satisfies Resolvers
