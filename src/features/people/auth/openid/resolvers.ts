import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requireViewer } from '../../../../viewer.js'
import { provideIdentity } from './link-input.js'
import type { OpenIdProviders } from './providers.js'
import type { IdentityService } from './identities.js'
import type { WebFlow } from './web-flow.js'

interface Services {
  identities: IdentityService
  providers: OpenIdProviders
  web: WebFlow
}

export const openIdResolvers = (services: Services) =>
  ({
    Query: {
      identities: (_root, _args, context) => services.identities.list(requireViewer(context).id),
    },
    Mutation: {
      linkIdentity: async (_root, { input }, context) => {
        const viewer = requireViewer(context)
        const provided = await provideIdentity(services, viewer, input, context.client)
        return { identity: await services.identities.linkToViewer(viewer, provided, context.client) }
      },
      unlinkIdentity: async (_root, { input }, context) => ({
        identity: await services.identities.unlink(requireViewer(context), input.id, context.client),
      }),
    },
  }) satisfies Resolvers
