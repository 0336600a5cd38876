import { AppError } from '../../../errors.js'
import type { Exercise } from '../exercises/models.js'
import type {
  ExercisePerformance,
  Surroundings,
  Workout,
  WorkoutContent,
  WorkoutSet,
  WorkoutTotals,
} from './models.js'
import type { WorkoutRow } from './store.js'
import { durationSeconds, setsAndReps } from './totals.js'

/** The sets of one exercise that are shown of a workout: as many as one entry has at most. */
const maxPreviousSets = 50
/** In one answer. */
const maxPreviousSetsInAll = 10_000

interface Readers {
  exercises(ids: Iterable<string>): Promise<ReadonlyMap<string, Exercise>>
  /** What is asked for at one moment is read together. */
  workout(id: string): Promise<WorkoutRow | null>
}

/** Shows stored workouts as their owner sees them. What else is asked of them is read once for all, if at all. */
export function presentAll(rows: readonly WorkoutRow[], read: Readers): Workout[] {
  const living = rows.flatMap(row => (row.content ? [{ row, content: row.content }] : []))
  const named = () => living.flatMap(({ content }) => content.exercises.map(({ exerciseId }) => exerciseId))
  const surroundings: Surroundings = {
    exercises: once(() => read.exercises(named())),
    previous: previousSets(read.workout),
  }
  return living.map(({ row: { id, version, createdAt, updatedAt, derived }, content }) => ({
    ...{ id, version, createdAt, updatedAt },
    status: content.endedAt === null ? 'IN_PROGRESS' : 'COMPLETED',
    bodyWeight: derived?.bodyWeight ?? null,
    surroundings,
    ...content,
    exercises: content.exercises.map(entry => ({
      previousWorkoutId: derived?.previous?.[entry.exerciseId] ?? null,
      surroundings,
      ...entry,
    })),
  }))
}

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}

function previousSets(read: Readers['workout']): Surroundings['previous'] {
  const workouts = new Map<string, Promise<WorkoutRow | null>>()
  let shown = 0
  return async (workoutId, exerciseId) => {
    const reading = workouts.get(workoutId) ?? read(workoutId)
    workouts.set(workoutId, reading)
    const content = (await reading)?.content
    const sets = content ? completedSets(content, exerciseId).slice(0, maxPreviousSets) : []
    shown += sets.length
    if (shown > maxPreviousSetsInAll)
      throw new AppError(
        'QUERY_TOO_COMPLEX',
        'The request reads too many sets of earlier workouts: request fewer workouts.',
      )
    return sets
  }
}

/** The completed sets of an exercise, of all its entries. */
const completedSets = ({ exercises }: Pick<WorkoutContent, 'exercises'>, exerciseId: string): WorkoutSet[] =>
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
