import type { FastifyInstance } from 'fastify'
import type { AccountService } from '../account/service.js'
import type { RequestContext } from '../../../viewer.js'
import type { OwnedService } from '../../owned/service.js'
import type { FeatureContext } from '../../feature.js'
import { profileRecord } from './record.js'
import { profileResolvers } from './resolvers.js'
import { profileRoutes } from './routes.js'
import { profileService } from './service.js'
import { profileStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  account: AccountService
}

export function profile({ platform: { database, clock } }: FeatureContext, { owned, account }: Dependencies) {
  const profile = profileService({ profiles: profileStore(database), account, owned, database, clock })
  return {
    services: { profile },
    resolvers: profileResolvers(profile, account),
    records: [profileRecord(profile)],
    async findNode(id: string, { viewer }: RequestContext) {
      if (!viewer) return null
      if (viewer.id === id) return { __typename: 'User', ...(await profile.get(id)) }
      return { __typename: 'PublicUser', ...(await profile.getPublic(id)) }
    },
    routes: async (app: FastifyInstance) => {
      await app.register(profileRoutes, { profile })
    },
  }
}
