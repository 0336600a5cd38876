import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdAt } from '../../../lib/ids.js'
import { requireViewer } from '../../../viewer.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { WorkoutLoader } from '../../training/workouts/loader.js'
import type { PersonalRecord } from './models.js'
import type { RecordService } from './service.js'

export const recordResolvers = (
  records: RecordService,
  exercises: ExerciseService,
  loadWorkout: WorkoutLoader,
) =>
  ({
    Query: {
      records: (_root, { exerciseId, type, ...page }, context) =>
        records.list(
          requireViewer(context).id,
          { exerciseId: exerciseId == null ? null : parseIdAt(exerciseId, 'exerciseId'), type: type ?? null },
          page,
        ),
    },
    Subscription: {
      recordSet: {
        subscribe: (_root, _args, context) => records.recordSet(requireViewer(context).id),
        resolve: (record: PersonalRecord) => record,
      },
    },
    User: {
      workoutsCompleted: ({ id, head }) => records.workoutsCompleted(id, head),
      improvements: ({ id }) => records.improvements(id),
    },
    Exercise: {
      personalRecords: ({ id }, _args, context) => records.currentRecords(requireViewer(context).id, id),
    },
    Workout: {
      records: ({ id }, _args, context) => records.ofWorkout(requireViewer(context).id, id),
    },
    PersonalRecord: {
      workout: ({ workoutId }, _args, context) => loadWorkout(context, workoutId),
      exercise: ({ exerciseId }, _args, context) => exercises.get(exerciseId, requireViewer(context).id),
    },
  }) satisfies Resolvers
