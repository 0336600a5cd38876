import type { ExerciseService } from '../../training/exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { PauseService } from '../pauses/service.js'
import { analyticsResolvers } from './resolvers.js'
import { repetitionRecordReader } from './repetition-records.js'
import { analyticsService } from './service.js'
import { trainingYearStore } from './store.js'
import { trainingHistory } from './training-history.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService
  profile: ProfileService
  bodyWeightHistory: BodyWeightHistory
  pauses: PauseService
  workouts: Pick<WorkoutService, 'addListener' | 'findMany'>
}

export function analytics({ platform: { database, clock } }: FeatureContext, dependencies: Dependencies) {
  const years = trainingYearStore(database)
  const history = trainingHistory(years)
  const analytics = analyticsService({ ...dependencies, years, clock })
  dependencies.workouts.addListener(analytics.listener)
  return {
    services: { analytics, trainingHistory: history },
    resolvers: analyticsResolvers(analytics, repetitionRecordReader({ ...dependencies, history })),
    userData: { erase: years.erase },
  }
}
