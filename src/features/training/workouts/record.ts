import { deleteOperation, ownedRecord, saveOperation } from '../../owned/record.js'
import { maxSetsOfWorkout, readWorkout, setsOf } from './input.js'
import type { WorkoutService } from './service.js'

export const workoutRecord = ({ kind, command, present, get }: WorkoutService) =>
  ownedRecord({
    type: 'WORKOUT',
    typename: 'Workout',
    present: async (userId, rows) => present(userId, rows),
    get,
    operations: {
      saveWorkout: saveOperation(kind, readWorkout, setsOf),
      deleteWorkout: deleteOperation(kind),
      startWorkout: {
        idField: 'id',
        apply: command.start,
        maxSetsWritten: maxSetsOfWorkout,
      },
      swapExercise: {
        idField: 'workoutId',
        apply: command.swapExercise,
        maxSetsWritten: maxSetsOfWorkout,
      },
    },
  })
