import type { Resolvers } from '../../../../generated/resolvers.js'
import { toManagedUser } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import type { AdministrationService } from './service.js'

export const administrationResolvers = (administration: AdministrationService, profile: ProfileService) =>
  ({
    Query: {
      users: (_root, { search, filter, ...page }, context) =>
        administration.users(context, search ?? '', filter ?? {}, page),
      managedUser: (_root, { id }, context) => administration.user(context, id),
      auditLog: (_root, { userId, userName, action, from, to, ...page }, context) =>
        administration.auditLog(context, { userId, userName, action, from, to }, page),
    },
    Mutation: {
      setUserRole: async (_root, { input: { id, role } }, context) => ({
        user: await administration.setRole(context, id, role),
      }),
      async setAccountEnabled(_root, { input: { id, enabled } }, context) {
        const { id: userId } = await administration.setEnabled(context, id, enabled)
        return { user: toManagedUser(await profile.get(userId)) }
      },
      resetUserSecondFactor: async (_root, { input: { userId } }, context) => ({
        user: await administration.resetSecondFactor(context, userId),
      }),
      verifyUser: async (_root, { input: { id } }, context) => ({
        user: await administration.verify(context, id),
      }),
      revokeUserSessions: async (_root, { input: { id } }, context) => ({
        user: await administration.revokeSessions(context, id),
      }),
      revokeUserSession: async (_root, { input: { id, sessionId } }, context) => ({
        user: await administration.revokeSession(context, id, sessionId),
      }),
      deleteUser: async (_root, { input: { id } }, context) => ({
        user: await administration.deleteUser(context, id),
      }),
      restoreUser: async (_root, { input: { id } }, context) => ({
        user: await administration.restoreUser(context, id),
      }),
    },
    ManagedUser: { sessions: ({ id }, _args, context) => administration.sessions(context, id) },
    AuditEntry: {
      actorUser: ({ actor }) => administration.findUser(actor),
      subjectUser: ({ subject }) => administration.findUser(subject),
      ipAddress: ({ address }) => address,
      userAgent: ({ device }) => device,
    },
  }) satisfies Resolvers
