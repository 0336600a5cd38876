import type { FastifyInstance } from 'fastify'
import { hours, seconds } from '../../../lib/quantities.js'
import type { RequestContext } from '../../../viewer.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { AccountService } from '../../people/account/service.js'
import type { AdministrationService } from '../../people/administration/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { exerciseCreator } from './matching/exercise-creator.js'
import { recordRestorer } from './record-restorer.js'
import { profileFiller } from './profile-filler.js'
import { importedWorkoutStore } from './imported-workout-store.js'
import { importResolvers } from './resolvers.js'
import { importRoutes } from './routes.js'
import { importRunner } from './import-runner.js'
import { importService } from './service.js'
import { importStore } from './store.js'
import { importThreadPool } from './threads/thread-pool.js'
import { importWorker, maxConcurrentImports } from './import-worker.js'
import { workoutWriter } from './workout-writer.js'

const maxFilesPerHour = 60

interface Dependencies {
  account: AccountService
  administration: AdministrationService
  owned: OwnedService
  exercises: ExerciseService & { custom: CustomExerciseService }
  workouts: WorkoutService
  profile: ProfileService
}

export function imports(
  { platform, config, ownedRecords }: FeatureContext,
  { account, administration, owned, exercises, workouts, profile }: Dependencies,
) {
  const {
    database,
    storage,
    incomingFolder: incoming,
    events,
    backgroundTasks: background,
    counters,
    clock,
    log,
  } = platform
  const store = importStore(database)
  const importedWorkouts = importedWorkoutStore(database)
  const writer = workoutWriter({ importedWorkouts, workouts, database, clock })
  const threads = importThreadPool(maxConcurrentImports)
  platform.onClose(threads.close)
  const worker = importWorker({
    imports: store,
    storage,
    events,
    background,
    clock,
    run: importRunner({
      threads,
      storage,
      exercises,
      writer,
      restoreRecords: recordRestorer({ owned, database, ownedRecords }),
      createExercises: exerciseCreator({ exercises, database }),
      fillProfile: profileFiller({ profile }),
      clock,
    }),
    soleInstanceSince: config.MONGODB_URI === undefined ? clock() : undefined,
    onFailure: error => log.error({ err: error }, 'an import was interrupted'),
  })
  const imports = importService({
    imports: store,
    account,
    exercises,
    worker,
    database,
    storage,
    events,
    clock,
  })

  const files = counters.counter({ name: 'import', limit: maxFilesPerHour, window: 1 * hours })

  return {
    services: { imports },
    resolvers: importResolvers(imports, administration.findUser),
    findNode: async (id: string, { viewer }: RequestContext) =>
      viewer && { __typename: 'WorkoutImport', ...(await imports.get(viewer.id, id)) },
    routes: async (app: FastifyInstance) => {
      // Stop before the service waits for its background tasks.
      app.addHook('preClose', async () => worker.stop())
      await app.register(importRoutes, {
        prefix: '/api/imports',
        imports,
        incoming,
        files,
      })
    },
    userData: {
      async erase(userId: string) {
        // An import in progress stops when its document is gone.
        await store.erase(userId)
        await importedWorkouts.erase(userId)
        await storage.deleteAll('user-assets', `users/${userId}/imports/`)
        await files.reset(userId)
      },
      export: (userId: string) => ({ imports: store.streamAll(userId) }),
    },
    jobs: [
      { name: 'resume imports', interval: 10 * seconds, run: worker.work },
      { name: 'delete orphaned import files', interval: 1 * hours, run: imports.sweep },
    ],
  }
}
