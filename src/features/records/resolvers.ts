import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer } from '../../viewer.js'
import type { ExerciseService } from '../exercises/service.js'
import type { PersonalRecord } from './models.js'
import type { RecordService } from './service.js'

export const recordResolvers = (records: RecordService, exercises: ExerciseService) =>
  ({
    Query: {
      records: (_root, { exerciseId, type, ...page }, asker) =>
        records.list(
          requireViewer(asker).id,
          { exerciseId: exerciseId == null ? null : parseIdAt(exerciseId, 'exerciseId'), type: type ?? null },
          page,
        ),
    },
    Subscription: {
      recordSet: {
        subscribe: (_root, _args, asker) => records.recordSet(requireViewer(asker).id),
        resolve: (record: PersonalRecord) => record,
      },
    },
    User: {
      workoutsCompleted: ({ id }) => records.workoutsCompleted(id),
      improvements: ({ id }) => records.improvements(id),
    },
    Exercise: {
      personalRecords: ({ id }, _args, asker) => records.standing(requireViewer(asker).id, id),
    },
    Workout: {
      records: ({ id }, _args, asker) => records.ofWorkout(requireViewer(asker).id, id),
    },
    PersonalRecord: {
      exercise: ({ exerciseId }, _args, asker) => exercises.get(exerciseId, requireViewer(asker).id),
    },
  }) satisfies Resolvers
