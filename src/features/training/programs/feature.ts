import { createSeeder } from '../../../platform/database/seed-versions.js'
import { countLookups } from '../../../platform/telemetry/meter.js'
import type { AccountService } from '../../people/account/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { publicProgramCache } from './public-program-cache.js'
import { programRecord } from './record.js'
import { programResolvers } from './resolvers.js'
import { programSeed } from './seed.js'
import { programService } from './service.js'
import { programStore } from './store.js'
import { programVersionCache } from './version-cache.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService
  account: AccountService
  profile: ProfileService
}

export function programs(
  { platform: { database, events, clock, log, telemetry } }: FeatureContext,
  dependencies: Dependencies,
) {
  const store = programStore(database)
  const publicPrograms = publicProgramCache({ programs: store, clock })
  const versions = programVersionCache(store, database, events, countLookups(telemetry.meter, 'programs'))
  const programs = programService({
    programs: store,
    publicPrograms,
    versions,
    ...dependencies,
    database,
    clock,
  })
  const { recordType } = programs
  const seed = programSeed({
    programs: store,
    recordType,
    exercises: dependencies.exercises,
    seeder: createSeeder(database),
    log,
  })
  return {
    // `seed` is a service too, because tests start without built-in programs and seed them on demand.
    services: { programs: { ...programs, seed } },
    resolvers: programResolvers({ ...dependencies, programs }),
    records: [programRecord(programs)],
    seed,
    userData: {
      async erase(userId: string) {
        await store.erase(userId)
        publicPrograms.invalidate()
      },
    },
  }
}
