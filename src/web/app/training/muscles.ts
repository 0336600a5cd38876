import type { Muscle } from '../../../../generated/operations/web-app.js'
import { findExercise } from '../data/catalogue.js'
import type { Workout } from './workout.js'

/** The number of working sets per muscle, the most first: 1 for a primary muscle, 0.5 for a secondary one. */
export function musclesOf({ exercises }: Workout): [Muscle, number][] {
  const counts = new Map<Muscle, number>()
  for (const { exerciseId, sets } of exercises) {
    const exercise = findExercise(exerciseId)
    if (!exercise || ['STRETCHING', 'CARDIO'].includes(exercise.category)) continue
    const working = sets.filter(({ type, completedAt }) => type !== 'WARMUP' && completedAt !== null).length
    const add = (muscle: Muscle, share: number) =>
      counts.set(muscle, (counts.get(muscle) ?? 0) + working * share)
    for (const muscle of exercise.primaryMuscles) add(muscle, 1)
    for (const muscle of exercise.secondaryMuscles) add(muscle, 0.5)
  }
  return [...counts].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one)
}
