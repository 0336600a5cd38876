import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import { isMark } from '../audit/service.js'
import { managed } from '../profile/models.js'
import type { ProfileService } from '../profile/service.js'
import type { AdministrationService } from './service.js'

export const administrationResolvers = (administration: AdministrationService, profile: ProfileService) =>
  ({
    Query: {
      users: (_root, { search, filter, ...page }, asker) =>
        administration.users(asker, search ?? '', filter ?? {}, page),
      auditLog: (_root, { userId, action, ...page }, asker) =>
        administration.auditLog(
          asker,
          { userId: userId == null ? null : person(userId), action: action ?? null },
          page,
        ),
    },
    Mutation: {
      setUserRole: async (_root, { id, role }, asker) => ({
        user: await administration.setRole(asker, parseId(id, 'user'), role),
      }),
      async setAccountEnabled(_root, { id, enabled }, asker) {
        const { id: userId } = await administration.setEnabled(asker, parseId(id, 'user'), enabled)
        return { user: managed(await profile.get(userId)) }
      },
      verifyUser: async (_root, { id }, asker) => ({
        user: await administration.verify(asker, parseId(id, 'user')),
      }),
      revokeUserSessions: async (_root, { id }, asker) => ({
        user: await administration.revokeSessions(asker, parseId(id, 'user')),
      }),
    },
  }) satisfies Resolvers

/** @throws AppError BAD_USER_INPUT */
const person = (id: string): string => (isMark(id) ? id : parseId(id, 'user'))
