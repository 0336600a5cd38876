import type { Exercise } from '../exercises/models.js'
import type { ExercisePerformance, Surroundings, Workout, WorkoutTotals } from './models.js'
import type { WorkoutRow } from './store.js'
import { durationSeconds, setsAndReps } from './totals.js'

interface Readers {
  exercises(ids: Iterable<string>): Promise<ReadonlyMap<string, Exercise>>
}

/** Shows stored workouts as their owner sees them. What else is asked of them is read once for all, if at all. */
export function presentAll(rows: readonly WorkoutRow[], read: Readers): Workout[] {
  const living = rows.flatMap(row => (row.content ? [{ row, content: row.content }] : []))
  const named = () => living.flatMap(({ content }) => content.exercises.map(({ exerciseId }) => exerciseId))
  const surroundings: Surroundings = { exercises: once(() => read.exercises(named())) }

  return living.map(({ row: { id, version, createdAt, updatedAt, derived }, content }) => ({
    ...{ id, version, createdAt, updatedAt },
    ...content,
    status: content.endedAt === null ? 'IN_PROGRESS' : 'COMPLETED',
    bodyWeight: derived?.bodyWeight ?? null,
    exercises: content.exercises.map(entry => ({ ...entry, surroundings })),
    surroundings,
  }))
}

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}

/** The completed sets of an exercise, of all its entries. */
export const completedSets = ({ exercises }: Pick<Workout, 'exercises'>, exerciseId: string) =>
  exercises
    .filter(entry => entry.exerciseId === exerciseId)
    .flatMap(({ sets }) => sets.filter(({ completedAt }) => completedAt !== null))

export const performanceOf = (workout: Workout, exerciseId: string): ExercisePerformance => ({
  workout,
  sets: completedSets(workout, exerciseId),
})

export const totalsOf = (workout: Workout): WorkoutTotals => ({
  ...setsAndReps(workout),
  durationSeconds: durationSeconds(workout),
  workout,
})
