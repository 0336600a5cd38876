import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requirePermanentViewer } from '../../../../viewer.js'
import type { EmailChange } from './email-change.js'
import type { PasswordChange } from './password-change.js'

interface Services {
  changeEmail: EmailChange['request']
  changePassword: PasswordChange
}

export const registrationResolvers = ({ changeEmail, changePassword }: Services) =>
  ({
    Mutation: {
      changePassword: async (_root, { input }, context) => {
        const viewer = requirePermanentViewer(context)
        const request = { viewer, current: input.current ?? null, new: input.new }
        return { user: await changePassword(request, context.client) }
      },
      changeEmail: async (_root, { input: { newEmail, password } }, context) => {
        const request = { viewer: requirePermanentViewer(context), newEmail, password }
        return { user: await changeEmail(request, context.client) }
      },
    },
  }) satisfies Resolvers
