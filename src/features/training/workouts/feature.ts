import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '../../../lib/quantities.js'
import type { ExerciseService } from '../exercises/service.js'
import type { ExerciseSettingsService } from '../exercise-settings/service.js'
import type { FeatureContext } from '../../feature.js'
import type { BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import { createWorkoutListeners } from './listeners.js'
import { workoutLoader } from './loader.js'
import { lateProvider } from '../../../lib/late-provider.js'
import type { ProgramDays, Routines } from './start-sources.js'
import { workoutRecord } from './record.js'
import { workoutResolvers } from './resolvers.js'
import { workoutService } from './service.js'
import { bodyWeightBackfill } from './body-weight-backfill/backfill.js'
import { backfillStore } from './body-weight-backfill/store.js'
import { statisticsRebuildStore } from './statistics-rebuilds/store.js'
import { statisticsRebuildJob } from './statistics-rebuilds/rebuild-job.js'
import { workoutStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany'>
  profile: ProfileService
  consents: ConsentService
  bodyWeightHistory: BodyWeightHistory
}

export function workouts({ platform }: FeatureContext, dependencies: Dependencies) {
  const { database, events, backgroundTasks: background, clock } = platform
  const store = workoutStore(database)
  const listeners = createWorkoutListeners()
  const programDays = lateProvider<ProgramDays>('program days')
  const routines = lateProvider<Routines>('routines')
  const workouts = workoutService({
    ...dependencies,
    workouts: store,
    listeners,
    programDays,
    routines,
    database,
    events,
    clock,
  })
  dependencies.consents.onWithdrawal('HEALTH_DATA', store.removeHealth)
  const backfills = backfillStore(database)
  const backfill = bodyWeightBackfill({
    ...dependencies,
    workouts: store,
    listeners,
    backfills,
    database,
    events,
    background,
    clock,
  })
  dependencies.bodyWeightHistory.onChange(backfill.onBodyWeightChange)
  const rebuilds = statisticsRebuildStore(database)
  const rebuildJob = statisticsRebuildJob({ rebuilds, rebuild: workouts.rebuild, clock })
  return {
    services: {
      workouts,
      loadWorkout: workoutLoader(workouts),
    },
    resolvers: workoutResolvers(workouts),
    records: [workoutRecord(workouts)],
    // Runs before the service waits for background tasks.
    routes: async (app: FastifyInstance) => {
      app.addHook('preClose', async () => [backfill, rebuildJob].forEach(({ stop }) => stop()))
    },
    userData: {
      async erase(userId: string) {
        await backfills.erase(userId)
        await rebuilds.erase(userId)
      },
    },
    jobs: [
      { name: 'backfill body weights', interval: 5 * seconds, run: backfill.run },
      { name: 'rebuild statistics', interval: 1 * minutes, run: rebuildJob.run },
    ],
  }
}
