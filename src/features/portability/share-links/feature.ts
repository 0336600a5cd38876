import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../../lib/encryption.js'
import { toPem } from '../../../platform/keys/token-keys.js'
import type { RequestContext } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { AccountService } from '../../people/account/service.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { RoutineService } from '../../training/routines/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { sharedItemCopier } from './shared-item-copier.js'
import { sharePages } from './pages.js'
import { shareLinkResolvers } from './resolvers.js'
import { shareLinkService } from './service.js'
import { shareLinkStore } from './store.js'

interface Dependencies {
  account: AccountService
  exercises: ExerciseService & { custom: CustomExerciseService }
  programs: ProgramService
  routines: RoutineService
  workouts: WorkoutService
}

export function shareLinks(
  { platform: { database, keys, clock }, config }: FeatureContext,
  dependencies: Dependencies,
) {
  const { exercises, programs, routines } = dependencies
  const links = shareLinkStore(database)
  const key = deriveKey(toPem(keys.privateKey), 'share links')
  const shareLinks = shareLinkService({ ...dependencies, links, database, key, clock })
  const copySharedItem = sharedItemCopier({ shareLinks, programs, routines, exercises, database })
  async function* exported(userId: string) {
    yield* await shareLinks.list(userId)
  }
  const urlOf = (token: string) => `${config.MAIL_LINK_URL}/s/${token}`
  return {
    services: { shareLinks },
    resolvers: shareLinkResolvers({ shareLinks, copySharedItem, exercises, programs, urlOf }),
    findNode: async (id: string, { viewer }: RequestContext) =>
      viewer && { __typename: 'ShareLink', ...(await shareLinks.find(viewer.id, id)) },
    routes: async (app: FastifyInstance) => {
      await app.register(sharePages, {
        shareLinks,
        brandName: config.BRAND_NAME,
        urlOf,
        hasWebApp: config.WEB_APP_ENABLED,
      })
    },
    userData: {
      erase: links.erase,
      export: (userId: string) => ({ shareLinks: exported(userId) }),
    },
  }
}
