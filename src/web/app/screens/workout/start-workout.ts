import { go } from '../../../shared/router.js'
import { write } from '../../data/synchronization.js'
import type { Workout } from '../../training/workout.js'

/** Stores a new workout, and shows it. */
export async function startWorkout(workout: Workout): Promise<void> {
  await write({ saveWorkout: workout })
  go('workout')
}
