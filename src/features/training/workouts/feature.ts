import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '../../../lib/quantities.js'
import type { ExerciseService } from '../exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { MeasurementService } from '../../progress/measurements/service.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { createWorkoutListeners } from './listeners.js'
import { workoutLoader } from './loader.js'
import { programDayProvider } from './program-days.js'
import { workoutRecord } from './record.js'
import { workoutResolvers } from './resolvers.js'
import { workoutService } from './service.js'
import { settling } from './settling/settling.js'
import { unsettledStore } from './settling/store.js'
import { staleStore } from './stale/store.js'
import { staleSweeper } from './stale/sweeper.js'
import { workoutStore } from './store.js'

interface Needs {
  owned: OwnedService
  exercises: ExerciseService
  profile: ProfileService
  measurements: MeasurementService
}

export function workouts({ platform }: FeatureContext, needs: Needs) {
  const { database, events, backgroundTasks: background, clock } = platform
  const store = workoutStore(database)
  const listeners = createWorkoutListeners()
  const programDays = programDayProvider()
  const workouts = workoutService({
    ...needs,
    workouts: store,
    listeners,
    programDays,
    database,
    events,
    clock,
  })
  const unsettled = unsettledStore(database)
  const settle = settling({
    ...needs,
    workouts: store,
    listeners,
    unsettled,
    database,
    events,
    background,
    clock,
  })
  needs.measurements.onWeightChange(settle.follow)
  const stale = staleStore(database)
  const anew = staleSweeper({ stale, rebuild: workouts.rebuild, clock })
  return {
    services: {
      workouts,
      /** Reads the workouts to which other objects refer. */
      loadWorkout: workoutLoader(workouts),
    },
    resolvers: workoutResolvers(workouts),
    records: [workoutRecord(workouts)],
    // Before the service waits for what is done in the background.
    routes: async (app: FastifyInstance) => {
      app.addHook('preClose', async () => [settle, anew].forEach(({ stop }) => stop()))
    },
    userData: {
      async erase(userId: string) {
        await unsettled.erase(userId)
        await stale.erase(userId)
      },
    },
    jobs: [
      { name: 'settle workouts', interval: 5 * seconds, run: settle.sweep },
      { name: 'derive statistics anew', interval: 1 * minutes, run: anew.sweep },
    ],
  }
}
