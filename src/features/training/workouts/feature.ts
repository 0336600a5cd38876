import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '../../../lib/quantities.js'
import type { RequestContext } from '../../../viewer.js'
import type { AchievementService } from '../../progress/achievements/service.js'
import type { AnalyticsService } from '../../progress/analytics/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { MeasurementService } from '../../progress/measurements/service.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { RecordService } from '../../progress/records/service.js'
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
  records: RecordService
  analytics: AnalyticsService
  achievements: AchievementService
  enrollments: EnrollmentService
}

export function workouts({ platform }: FeatureContext, needs: Needs) {
  const { database, events, background, clock } = platform
  const store = workoutStore(database)
  const workouts = workoutService({ ...needs, workouts: store, database, events, clock })
  const unsettled = unsettledStore(database)
  const settle = settling({ ...needs, workouts: store, unsettled, database, events, background, clock })
  needs.measurements.onWeightChange(settle.follow)
  const stale = staleStore(database)
  const anew = staleSweeper({ stale, rebuild: workouts.rebuild, clock })
  return {
    services: { workouts },
    resolvers: workoutResolvers(workouts),
    findNode: async (id: string, { viewer }: RequestContext) =>
      viewer && { __typename: 'Workout', ...(await workouts.get(viewer.id, id)) },
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
