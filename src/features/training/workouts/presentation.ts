import { once } from '../../../lib/once.js'
import { AppError } from '../../../errors.js'
import type { Exercise } from '../exercises/models.js'
import type {
  ExercisePerformance,
  RelatedData,
  Workout,
  WorkoutContent,
  WorkoutEntry,
  WorkoutExercise,
  WorkoutSet,
  WorkoutTotals,
} from './models.js'
import type { StoredWorkout } from './store.js'
import { durationSeconds, setsAndReps } from './totals.js'

const maxPreviousSetsPerResponse = 10_000

interface Readers {
  exercises(ids: Iterable<string>): Promise<ReadonlyMap<string, Exercise>>
  /** Reads of the same tick are sent to the database in one command. */
  workout(id: string): Promise<StoredWorkout | null>
}

/** Presents stored workouts to their owner. Related data is read once for all of them, when it is first used. */
export function presentWorkouts(rows: readonly StoredWorkout[], read: Readers): Workout[] {
  const workouts = rows.flatMap(row => (row.content ? [{ row, content: row.content }] : []))
  const exerciseIds = () =>
    workouts.flatMap(({ content }) => content.exercises.map(({ exerciseId }) => exerciseId))
  const related: RelatedData = {
    exercises: once(() => read.exercises(exerciseIds())),
    previous: previousSets(read.workout),
  }
  return workouts.map(({ row: { id, version, createdAt, updatedAt, derived }, content }) => ({
    id,
    version,
    createdAt,
    updatedAt,
    status: content.endedAt === null ? 'IN_PROGRESS' : 'COMPLETED',
    bodyWeight: derived?.bodyWeight ?? null,
    related,
    ...content,
    exercises: presentEntries(content.exercises, derived?.previous ?? {}, related),
  }))
}

function presentEntries(
  entries: readonly WorkoutEntry[],
  previous: Readonly<Record<string, string | null>>,
  related: RelatedData,
): WorkoutExercise[] {
  const occurrences = new Map<string, number>()
  return entries.map(entry => {
    const { exerciseId } = entry
    const occurrence = occurrences.get(exerciseId) ?? 0
    occurrences.set(exerciseId, occurrence + 1)
    return { previousWorkoutId: previous[exerciseId] ?? null, occurrence, related, ...entry }
  })
}

function previousSets(read: Readers['workout']): RelatedData['previous'] {
  const workouts = new Map<string, Promise<StoredWorkout | null>>()
  let count = 0
  return async (workoutId, exerciseId, occurrence) => {
    const reading = workouts.get(workoutId) ?? read(workoutId)
    workouts.set(workoutId, reading)
    const content = (await reading)?.content
    const entry = entriesOf(content?.exercises ?? [], exerciseId)[occurrence]
    const sets = entry ? entry.sets.filter(isCompleted) : []
    count += sets.length
    if (count > maxPreviousSetsPerResponse)
      throw new AppError(
        'QUERY_TOO_COMPLEX',
        'The request reads too many sets of earlier workouts: request fewer workouts.',
      )
    return sets
  }
}

/** The completed sets of an exercise in all of its entries. */
const completedSets = ({ exercises }: Pick<WorkoutContent, 'exercises'>, exerciseId: string): WorkoutSet[] =>
  entriesOf(exercises, exerciseId).flatMap(({ sets }) => sets.filter(isCompleted))

const entriesOf = (exercises: readonly WorkoutEntry[], exerciseId: string): WorkoutEntry[] =>
  exercises.filter(entry => entry.exerciseId === exerciseId)

const isCompleted = ({ completedAt }: WorkoutSet) => completedAt !== null

export const toExercisePerformance = (workout: Workout, exerciseId: string): ExercisePerformance => ({
  workout,
  sets: completedSets(workout, exerciseId),
})

export const totalsOf = (workout: Workout): WorkoutTotals => ({
  ...setsAndReps(workout),
  durationSeconds: durationSeconds(workout),
  workout,
})
