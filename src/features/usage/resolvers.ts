import type { Resolvers } from '../../../generated/resolvers.js'
import { requireAdmin } from '../../viewer.js'

export const usageResolvers = {
  Query: {
    deprecatedFieldUses: (_root, _args, context) => {
      requireAdmin(context)
      return context.services.usage.deprecatedFieldUses()
    },
  },
} satisfies Resolvers
