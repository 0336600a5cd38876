import { deleteOperation, ownedRecord, saveOperation } from '../../owned/record.js'
import { maxSetsOfWorkout, readWorkout, countSets } from './input.js'
import type { WorkoutService } from './service.js'

export const workoutRecord = ({ recordType, commands, present, get }: WorkoutService) =>
  ownedRecord({
    type: 'WORKOUT',
    typename: 'Workout',
    payload: 'workout',
    present: async (userId, rows) => present(userId, rows),
    get,
    operations: {
      saveWorkout: saveOperation(recordType, readWorkout, countSets),
      deleteWorkout: deleteOperation(recordType),
      startWorkout: {
        idField: 'id',
        apply: commands.start,
        maxSetsWritten: maxSetsOfWorkout,
      },
      swapExercise: {
        idField: 'workoutId',
        apply: commands.swapExercise,
        maxSetsWritten: maxSetsOfWorkout,
      },
    },
  })
