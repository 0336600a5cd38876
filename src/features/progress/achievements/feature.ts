import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { readDefinitions } from './definitions.js'
import { achievementResolvers } from './resolvers.js'
import { achievementService } from './service.js'

interface Needs {
  owned: OwnedService
  profile: ProfileService
}

/** What is earned is in the head of what somebody owns, and is erased with it. */
export function achievements({ platform: { database, events, clock } }: FeatureContext, needs: Needs) {
  const definitions = readDefinitions()
  const achievements = achievementService({ ...needs, definitions, database, events, clock })
  return {
    services: { achievements },
    resolvers: achievementResolvers(achievements),
    userData: {
      erase: () => Promise.resolve(),
      export: (userId: string) => ({ achievements: achievements.everyEarned(userId) }),
    },
  }
}
