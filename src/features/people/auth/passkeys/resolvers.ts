import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requireViewer } from '../../../../viewer.js'
import type { PasskeyService } from './service.js'

export const passkeyResolvers = (passkeys: PasskeyService) =>
  ({
    Query: {
      passkeys: (_root, _args, context) => passkeys.list(requireViewer(context).id),
    },
  }) satisfies Resolvers
