import { deletionWriter } from '../owned/deletion.js'
import type { Writer } from '../owned/models.js'
import { readWorkout, setsOf } from './input.js'
import type { WorkoutDraft } from './models.js'
import type { WorkoutService } from './service.js'

/** What a sync may do to workouts. */
export const workoutWriters = ({ kind }: Pick<WorkoutService, 'kind'>) => ({
  saveWorkout: {
    type: 'WORKOUT',
    kind,
    read: readWorkout,
    sets: setsOf,
    idField: 'id',
  } satisfies Writer<WorkoutDraft>,
  deleteWorkout: deletionWriter('WORKOUT', kind),
})
