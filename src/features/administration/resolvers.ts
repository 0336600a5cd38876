import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import type { AccountService } from '../account/service.js'
import { isMark, type AuditService } from '../audit/service.js'
import type { AuthService } from '../auth/service.js'
import type { ProfileService } from '../profile/service.js'

interface Services {
  account: AccountService
  audit: AuditService
  auth: AuthService
  profile: ProfileService
}

export const administrationResolvers = ({ account, audit, auth, profile }: Services) =>
  ({
    Query: {
      auditLog: async (_root, { userId, action, ...page }, asker) => {
        await account.requireAdmin(asker)
        return audit.list({ userId: userId == null ? null : person(userId), action: action ?? null }, page)
      },
    },
    Mutation: {
      setAccountEnabled: async (_root, { id, enabled }, asker) => {
        const { id: actor } = await account.requireAdmin(asker)
        const userId = parseId(id, 'user')
        await auth.setEnabled(userId, enabled, { actor, client: asker.client })
        return { user: await profile.get(userId) }
      },
    },
  }) satisfies Resolvers

/** @throws AppError BAD_USER_INPUT */
const person = (id: string): string => (isMark(id) ? id : parseId(id, 'user'))
