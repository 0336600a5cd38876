import { fingerprintOf } from '../../../lib/fingerprint.js'
import { pluralize } from '../../../lib/plural.js'
import type { RequestContext } from '../../../viewer.js'
import { createSeeder } from '../../../platform/database/seed-versions.js'
import { countLookups, cacheMetrics } from '../../../platform/telemetry/meter.js'
import type { FeatureContext } from '../../feature.js'
import { parseCatalogue, readStarterFiles } from './catalogue/catalogue.js'
import { parseTranslations, readTranslationFiles } from './catalogue/translations.js'
import { catalogueService } from './catalogue-service.js'
import { exerciseRecords } from './records.js'
import { exerciseResolvers } from './resolvers.js'
import { exerciseService } from './service.js'
import type { OwnedService } from '../../owned/service.js'
import { favoriteService } from './favorites/service.js'
import { favoriteStore } from './favorites/store.js'
import { userLibraries } from './user-library.js'
import { customExerciseService } from './custom/service.js'
import { customExerciseStore } from './custom/store.js'
import { exerciseStore } from './store.js'

export function exercises(
  { platform: { database, clock, log, telemetry } }: FeatureContext,
  { owned }: { owned: OwnedService },
) {
  const catalogue = catalogueService({
    exercises: exerciseStore(database),
    clock,
    translations: async () => parseTranslations(await readTranslationFiles()),
    searches: cacheMetrics(telemetry.meter, 'searches'),
  })
  const customExercises = customExerciseStore(database)
  const favoriteRecords = favoriteStore(database)
  const libraryOf = userLibraries({
    owned,
    own: customExercises,
    favorites: favoriteRecords,
    onLookup: countLookups(telemetry.meter, 'libraries'),
  })
  const reading = exerciseService({ catalogue, own: customExercises, libraryOf })
  const favorites = favoriteService({
    owned,
    favorites: favoriteRecords,
    database,
    findExercises: reading.findMany,
  })
  const custom = customExerciseService({ owned, catalogue, favorites })
  const exercises = { ...reading, custom }

  const { seedOnce } = createSeeder(database)
  const findNode = async (id: string, { viewer }: RequestContext) => ({
    __typename: 'Exercise',
    ...(await exercises.get(id, viewer?.id ?? null)),
  })

  async function seed(): Promise<void> {
    const files = await readStarterFiles()
    await seedOnce('exercises', fingerprintOf(files), async () => {
      const { added } = await exercises.import(parseCatalogue(files), 'starter')
      if (added > 0) log.info(`The starter catalogue is loaded: ${pluralize(added, 'exercise')}.`)
      return true
    })
  }
  return {
    services: { exercises },
    resolvers: exerciseResolvers({ exercises, favorites }),
    records: exerciseRecords({ exercises, custom, favorites }),
    findNode,
    resultSources: { exercises: exercises.listSources },
    seed,
    warmUp: catalogue.index,
  }
}
