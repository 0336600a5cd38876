import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { exerciseMergeService } from './service.js'
import { exerciseMergeStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService & { custom: CustomExerciseService }
  programs: ProgramService
  workouts: WorkoutService
}

export function exerciseMerges(
  { platform: { database, clock }, ownedRecords }: FeatureContext,
  dependencies: Dependencies,
) {
  const merges = exerciseMergeStore(database)
  const { merge } = exerciseMergeService({ ...dependencies, merges, ownedRecords, clock })
  return {
    services: {},
    resolvers: {
      Mutation: {
        mergeExercises: async (_root, { input }, context) => ({
          exercise: await merge(requireViewer(context).id, input),
        }),
      },
    } satisfies Resolvers,
    userData: { erase: merges.erase },
  }
}
