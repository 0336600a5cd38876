import type { FastifyInstance } from 'fastify'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import { pluralize } from '../../../lib/plural.js'
import { permittedUserId, type RequestContext } from '../../../viewer.js'
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
import { imageResizer } from '../../media/assets/variants/image-resizer.js'
import type { VariantSize } from '../../media/assets/models.js'
import type { UploadOptions } from '../../media/assets/routes.js'
import type { AccountService } from '../../people/account/service.js'
import type { AuditService } from '../../people/audit/service.js'
import { hours } from '../../../lib/quantities.js'
import { catalogueEditor } from './editing/service.js'
import { catalogueImportRoutes } from './catalogue-imports/routes.js'
import { catalogueImportService } from './catalogue-imports/service.js'
import { catalogueFileReader } from './catalogue-imports/file-reader.js'
import { exerciseImageRoutes } from './images/routes.js'
import { exerciseImageService } from './images/service.js'
import { exerciseImageStore } from './images/store.js'
import { imageFile, imagesPath } from './images/urls.js'
import { favoriteService } from './favorites/service.js'
import { favoriteStore } from './favorites/store.js'
import { userLibraries } from './user-library.js'
import { customExerciseService } from './custom/service.js'
import { customExerciseStore } from './custom/store.js'
import { exerciseStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  account: AccountService
  audit: AuditService
  uploads: UploadOptions
}

export function exercises(
  { platform, config }: FeatureContext,
  { owned, account, audit, uploads }: Dependencies,
) {
  const { database, storage, incomingFolder: incoming, clock, log, telemetry } = platform
  const store = exerciseStore(database)
  const catalogue = catalogueService({
    exercises: store,
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
  const resizer = imageResizer()
  platform.onClose(async () => resizer.close())
  const images = exerciseImageService({
    images: exerciseImageStore(database),
    storage,
    incoming,
    resizer,
    allowedExtensions: config.LOCAL_STORAGE_ALLOWED_EXTENSIONS,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    async findUsedIds() {
      const { byId } = await catalogue.index()
      const used = [...byId.values()].flatMap(({ images = [] }) => images)
      return new Set(used.map(({ assetId }) => assetId))
    },
    clock,
  })
  const editor = catalogueEditor({ exercises: store, catalogue, images, account, audit, database, clock })
  const fileReader = catalogueFileReader()
  platform.onClose(fileReader.close)
  const catalogueImports = catalogueImportService({
    exercises: store,
    catalogue,
    account,
    audit,
    database,
    readFile: fileReader.read,
  })
  const imageUrl = (id: string, size: VariantSize) =>
    `${config.PUBLIC_URL}${imagesPath}/${imageFile(id, size)}`

  const { seedOnce } = createSeeder(database)
  const findNode = async (id: string, context: RequestContext) => ({
    __typename: 'Exercise',
    ...(await exercises.get(id, permittedUserId(context, ['exercises:read']))),
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
    services: { exercises, exerciseImages: images },
    resolvers: exerciseResolvers({ exercises, favorites, editor, imageUrl }),
    records: exerciseRecords({ exercises, custom, favorites }),
    findNode,
    resultSources: { exercises: exercises.listSources },
    seed,
    warmUp: catalogue.index,
    async routes(app: FastifyInstance) {
      await exerciseImageRoutes({ images, uploads, requireAdmin: account.requireAdmin })(app)
      await app.register(catalogueImportRoutes, {
        prefix: '/api/catalogue',
        imports: catalogueImports,
        incoming,
        requireAdmin: account.requireAdmin,
        log,
      })
    },
    jobs: [{ name: 'delete unused exercise images', interval: 1 * hours, run: images.deleteUnused }],
  }
}
