import type {
  PlannedExerciseFieldsFragment,
  ProgressionType,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'

type PlannedFields = PlannedExerciseFieldsFragment
export type PlannedSet = PlannedFields['sets'][number]
/** A rule of progression in the form in which it is saved. */
export interface Progression extends Omit<
  NonNullable<PlannedFields['progression']>,
  'successes' | 'failures' | 'deloadPercent'
> {
  successes: number | null
  failures: number | null
  deloadPercent: number | null
}

/** An exercise of a routine or of a day of a program, in the form in which it is saved. */
export interface PlannedExercise extends Omit<PlannedFields, 'entryId' | 'progression'> {
  id: string
  progression: Progression | null
}

export const toPlanned = ({ entryId, ...exercise }: PlannedFields): PlannedExercise => ({
  id: entryId,
  ...exercise,
})

export const newPlannedSet = (): PlannedSet => ({
  ...{ type: 'NORMAL', minReps: null, maxReps: null, isAmrap: false, load: null, warmupPercent: null },
  ...{ rpe: null, percentOfOneRepMax: null, restSeconds: null, durationSeconds: null, distanceMeters: null },
  notes: null,
})

export const newPlannedExercise = (exerciseId: string): PlannedExercise => ({
  ...{ id: newId(), exerciseId, supersetId: null, progression: null },
  sets: [newPlannedSet(), newPlannedSet(), newPlannedSet()],
})

/** An exercise of a plan or of a workout. */
interface SupersetExercise {
  id: string
  /** The same for all exercises of a superset. Null if the exercise is in none. */
  supersetId: string | null
}

/** Whether an exercise alternates with the one above. */
export const isWithAbove = (exercises: readonly SupersetExercise[], at: number): boolean => {
  const id = exercises[at]?.supersetId ?? null
  return id !== null && exercises[at - 1]?.supersetId === id
}

/** Adds an exercise to the superset of the one above, or separates it and those below from the ones above. */
export function toggleSuperset<Exercise extends SupersetExercise>(
  exercises: readonly Exercise[],
  at: number,
): Exercise[] {
  const [above, own] = [exercises[at - 1], exercises[at]]
  if (!above || !own) return [...exercises]
  const id = newId()
  if (!isWithAbove(exercises, at)) {
    const supersetId = above.supersetId ?? id
    return exercises.map((exercise, index) =>
      index === at || index === at - 1 ? { ...exercise, supersetId } : exercise,
    )
  }
  const separated = exercises.map((exercise, index) =>
    index >= at && exercise.supersetId === own.supersetId ? { ...exercise, supersetId: id } : exercise,
  )
  return withoutSingles(separated)
}

/** Removes the exercises from their superset that are alone in it. */
export const withoutSingles = <Exercise extends SupersetExercise>(
  exercises: readonly Exercise[],
): Exercise[] =>
  exercises.map(exercise => {
    const isShared = exercises.some(
      other => other.id !== exercise.id && other.supersetId === exercise.supersetId,
    )
    return isShared ? exercise : { ...exercise, supersetId: null }
  })

type Reps = Pick<PlannedSet, 'minReps' | 'maxReps' | 'isAmrap'>

/** Reads repetitions such as `5`, `5-8`, or `5+` for as many as possible. Returns null if the text is none of these. */
export function parseReps(text: string): Reps | null {
  if (text.trim() === '') return { minReps: null, maxReps: null, isAmrap: false }
  const [, first, last, plus] = /^\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})|(\+))?\s*$/.exec(text) ?? []
  if (first === undefined) return null
  const minReps = Number(first)
  if (plus !== undefined) return { minReps, maxReps: null, isAmrap: true }
  const maxReps = Number(last ?? first)
  return minReps < 1 || maxReps < minReps ? null : { minReps, maxReps, isAmrap: false }
}

export function repsText({ minReps, maxReps, isAmrap }: Reps): string {
  if (isAmrap) return `${minReps ?? 1}+`
  const [first, last] = [minReps ?? maxReps, maxReps ?? minReps]
  return first === null ? '' : first === last ? String(first) : `${first}–${last}`
}

/** Returns the values that the service requires of a rule, from the sets of the exercise where they say so. */
export function newProgression(
  type: ProgressionType,
  sets: readonly PlannedSet[],
  unit: 'KG' | 'LB',
): Progression {
  const working = sets.filter(set => set.type !== 'WARMUP')
  const minReps = Math.min(...working.map(set => set.minReps ?? 8))
  const maxReps = Math.max(minReps, ...working.map(set => set.maxReps ?? 12))
  return {
    ...{ type, key: null, increment: { value: unit === 'KG' ? 2.5 : 5, unit } },
    ...{ successes: null, failures: null, deloadPercent: null, harderExerciseId: null },
    minReps: type === 'DOUBLE' ? minReps : null,
    maxReps: type === 'DOUBLE' ? maxReps : null,
    reps: type === 'REP_SUM' ? maxReps * working.length : null,
    trainingMaxPercent: type === 'PERCENT' ? 90 : null,
  }
}
