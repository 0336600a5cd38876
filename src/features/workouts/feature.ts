import type { Asker } from '../../viewer.js'
import type { AchievementService } from '../achievements/service.js'
import type { AnalyticsService } from '../analytics/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Ground } from '../feature.js'
import type { MeasurementService } from '../measurements/service.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import type { RecordService } from '../records/service.js'
import { workoutResolvers } from './resolvers.js'
import { workoutService } from './service.js'
import { weightSettler } from './settle.js'
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

export function workouts({ platform: { database, events, clock } }: Ground, needs: Needs) {
  const store = workoutStore(database)
  const workouts = workoutService({ ...needs, workouts: store, database, events, clock })
  needs.measurements.onWeightChange(weightSettler({ ...needs, workouts: store, database, events }))
  return {
    services: { workouts },
    resolvers: workoutResolvers(workouts),
    findNode: async (id: string, { viewer }: Asker) =>
      viewer && { __typename: 'Workout', ...(await workouts.get(viewer.id, id)) },
  }
}
