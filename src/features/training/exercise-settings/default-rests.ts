import type { ExerciseSettings } from './models.js'

interface Day<Set extends { restSeconds: number | null }> {
  exercises: { exerciseId: string; sets: readonly Set[] }[]
}

/** Gives planned sets without a rest that of the settings for their exercise. */
export function withDefaultRests<Set extends { restSeconds: number | null }, D extends Day<Set>>(
  day: D,
  settings: readonly Pick<ExerciseSettings, 'exerciseId' | 'restSeconds'>[],
): D {
  const rests = new Map(settings.map(({ exerciseId, restSeconds }) => [exerciseId, restSeconds]))
  return {
    ...day,
    exercises: day.exercises.map(exercise => {
      const rest = rests.get(exercise.exerciseId) ?? null
      if (rest === null) return exercise
      const sets = exercise.sets.map(set => ({ ...set, restSeconds: set.restSeconds ?? rest }))
      return { ...exercise, sets }
    }),
  }
}
