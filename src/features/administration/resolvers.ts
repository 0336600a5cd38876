import type { Resolvers } from '../../../generated/resolvers.js'
import { managed } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import type { AdministrationService } from './service.js'

export const administrationResolvers = (administration: AdministrationService, profile: ProfileService) =>
  ({
    Query: {
      users: (_root, { search, filter, ...page }, asker) =>
        administration.users(asker, search ?? '', filter ?? {}, page),
      auditLog: (_root, { userId, action, ...page }, asker) =>
        administration.auditLog(asker, { userId: userId ?? null, action: action ?? null }, page),
    },
    Mutation: {
      setUserRole: async (_root, { input: { id, role } }, asker) => ({
        user: await administration.setRole(asker, id, role),
      }),
      async setAccountEnabled(_root, { input: { id, enabled } }, asker) {
        const { id: userId } = await administration.setEnabled(asker, id, enabled)
        return { user: managed(await profile.get(userId)) }
      },
      verifyUser: async (_root, { input: { id } }, asker) => ({
        user: await administration.verify(asker, id),
      }),
      revokeUserSessions: async (_root, { input: { id } }, asker) => ({
        user: await administration.revokeSessions(asker, id),
      }),
    },
    AuditEntry: {
      ipAddress: ({ address }) => address,
      userAgent: ({ device }) => device,
    },
  }) satisfies Resolvers
