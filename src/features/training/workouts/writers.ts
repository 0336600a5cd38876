import { deletionWriter } from '../../owned/deletion.js'
import type { Writer } from '../../owned/models.js'
import { maxSetsOfWorkout, readWorkout, setsOf } from './input.js'
import type { StartDraft, SwapDraft, WorkoutDraft } from './models.js'
import type { WorkoutService } from './service.js'

/** What a sync may do to workouts. */
export const workoutWriters = ({ kind, command }: Pick<WorkoutService, 'kind' | 'command'>) => ({
  saveWorkout: {
    type: 'WORKOUT',
    kind,
    read: readWorkout,
    sets: setsOf,
    idField: 'id',
  } satisfies Writer<WorkoutDraft>,
  deleteWorkout: deletionWriter('WORKOUT', kind),
  startWorkout: {
    type: 'WORKOUT' as const,
    idField: 'id',
    apply: command.start,
    maxSetsWritten: maxSetsOfWorkout,
  } satisfies Writer<StartDraft>,
  swapExercise: {
    type: 'WORKOUT' as const,
    idField: 'workoutId',
    apply: command.swapExercise,
    maxSetsWritten: maxSetsOfWorkout,
  } satisfies Writer<SwapDraft>,
})
