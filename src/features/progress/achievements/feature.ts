import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { PauseService } from '../pauses/service.js'
import type { GoalService } from '../goals/service.js'
import type { RecordService } from '../records/service.js'
import { readDefinitions } from './definitions.js'
import { achievementResolvers } from './resolvers.js'
import { achievementService } from './service.js'

interface Dependencies {
  owned: OwnedService
  profile: ProfileService
  records: RecordService
  enrollments: EnrollmentService
  goals: GoalService
  pauses: PauseService
  exercises: ExerciseService
  workouts: Pick<WorkoutService, 'addListener'>
}

/** Earned achievements are a part of the head of the user's owned records, and are erased with it. */
export function achievements(
  { platform: { database, events, clock } }: FeatureContext,
  dependencies: Dependencies,
) {
  const definitions = readDefinitions()
  const achievements = achievementService({ ...dependencies, definitions, database, events, clock })
  dependencies.workouts.addListener(achievements.listener)
  dependencies.goals.onAchieved(achievements.goalsAchieved)
  return {
    services: { achievements },
    resolvers: achievementResolvers(achievements),
    userData: {
      erase: () => Promise.resolve(),
      export: (userId: string) => ({ achievements: achievements.exportEarned(userId) }),
    },
  }
}
