import type { ExerciseService } from '../../training/exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { BodyWeightHistory } from '../measurements/body-weight-history.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { analyticsResolvers } from './resolvers.js'
import { analyticsService } from './service.js'
import { trainingYearStore } from './store.js'

interface Needs {
  owned: OwnedService
  exercises: ExerciseService
  profile: ProfileService
  bodyWeightHistory: BodyWeightHistory
  workouts: Pick<WorkoutService, 'addListener'>
}

export function analytics({ platform: { database, clock } }: FeatureContext, needs: Needs) {
  const years = trainingYearStore(database)
  const analytics = analyticsService({ ...needs, years, clock })
  needs.workouts.addListener(analytics.listener)
  return {
    services: { analytics },
    resolvers: analyticsResolvers(analytics),
    userData: { erase: years.erase },
  }
}
