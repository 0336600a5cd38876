import type {
  LoadMode,
  SetType,
  TrackingType,
  WeightUnit,
  WorkoutFieldsFragment,
  WorkoutHealthInput,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import type { Routine } from './routines.js'

export interface Load {
  value: number
  unit: WeightUnit
}

export interface Target {
  load: Load | null
  minReps: number | null
  maxReps: number | null
  rpe: number | null
  durationSeconds: number | null
  distanceMeters: number | null
}

export interface WorkoutSet {
  id: string
  type: SetType
  loadMode: LoadMode | null
  load: Load | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  rir: number | null
  restSeconds: number | null
  target: Target | null
  completedAt: string | null
}

export interface Entry {
  id: string
  exerciseId: string
  supersetId: string | null
  notes: string | null
  restSeconds: number | null
  sets: WorkoutSet[]
}

/** A workout in the form in which it is saved. */
export interface Workout {
  id: string
  title: string | null
  startedAt: string
  endedAt: string | null
  timezone: string
  notes: string | null
  rating: number | null
  programDay: { enrollmentId: string; week: number; day: number } | null
  routineId: string | null
  health: WorkoutHealthInput | null
  exercises: Entry[]
}

/** Returns a workout that the service has returned in the form in which it is saved. */
export function toWorkout(record: WorkoutFieldsFragment): Workout {
  const { id, workoutTitle, startedAt, endedAt, timezone, notes, rating, programDay, routineId, health } =
    record
  const exercises = record.exercises.map(({ entryId, sets, ...entry }) => ({
    ...entry,
    id: entryId,
    sets: sets.map(({ setId, ...set }) => ({ ...set, id: setId })),
  }))
  return {
    ...{ id, title: workoutTitle, startedAt, endedAt, timezone, notes, rating },
    ...{ programDay, routineId, health, exercises },
  }
}

export const newWorkout = (timezone: string, from: Partial<Workout> = {}): Workout => ({
  ...{
    title: null,
    endedAt: null,
    notes: null,
    rating: null,
    programDay: null,
    routineId: null,
    health: null,
  },
  ...{ exercises: [] },
  ...from,
  ...{ id: newId(), startedAt: new Date().toISOString(), timezone },
})

export const newSet = (from: Partial<WorkoutSet> = {}): WorkoutSet => ({
  ...{ type: 'NORMAL', loadMode: null, load: null, reps: null, durationSeconds: null, distanceMeters: null },
  ...{ rpe: null, rir: null, restSeconds: null, target: null },
  ...from,
  ...{ id: newId(), completedAt: null },
})

export const newEntry = (
  exerciseId: string,
  sets: WorkoutSet[],
  supersetId: string | null = null,
): Entry => ({
  ...{ id: newId(), exerciseId, supersetId, notes: null, restSeconds: null, sets },
})

interface PlannedSet {
  type: SetType
  restSeconds: number | null
  target: Target
  loadMode?: LoadMode
}

export const plannedSet = ({ type, restSeconds, target, loadMode }: PlannedSet): WorkoutSet =>
  newSet({ type, restSeconds, target, loadMode: loadMode ?? null })

export const fromRoutine = (routine: Routine, timezone: string): Workout =>
  newWorkout(timezone, {
    title: routine.title,
    routineId: routine.id,
    exercises: routine.exercises.map(({ exerciseId, supersetId, sets }) =>
      newEntry(
        exerciseId,
        sets.map(({ type, restSeconds, load, minReps, maxReps, rpe, durationSeconds, distanceMeters }) =>
          plannedSet({
            ...{ type, restSeconds },
            target: { load, minReps, maxReps, rpe, durationSeconds, distanceMeters },
          }),
        ),
        supersetId,
      ),
    ),
  })

/** Starts again from an earlier workout: what was done is the target. */
export const fromWorkout = ({ title, routineId, exercises }: Workout, timezone: string): Workout =>
  newWorkout(timezone, {
    ...{ title, routineId },
    exercises: exercises.map(({ exerciseId, supersetId, sets }) =>
      newEntry(exerciseId, sets.map(repeatedSet), supersetId),
    ),
  })

/** Returns a set with what another one achieved as its target. */
const repeatedSet = ({ type, loadMode, load, reps, durationSeconds, distanceMeters }: WorkoutSet) =>
  newSet({
    ...{ type, loadMode },
    target: { load, minReps: reps, maxReps: reps, rpe: null, durationSeconds, distanceMeters },
  })

/** Returns the workout with a change of one of its exercises. */
export const changeEntry = (workout: Workout, id: string, change: (entry: Entry) => Entry): Workout => ({
  ...workout,
  exercises: workout.exercises.map(entry => (entry.id === id ? change(entry) : entry)),
})

/** Returns an exercise of a workout with a change of one of its sets. */
export const changeSet = (entry: Entry, id: string, change: (set: WorkoutSet) => WorkoutSet): Entry => ({
  ...entry,
  sets: entry.sets.map(set => (set.id === id ? change(set) : set)),
})

/** Seconds; 0 for a workout in progress. */
export const durationOf = ({ startedAt, endedAt }: Workout): number =>
  (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1000

/** The quantities that a set records. */
export type Quantity = 'load' | 'reps' | 'duration' | 'distance'

const quantities: Record<TrackingType, Quantity[]> = {
  WEIGHT_REPS: ['load', 'reps'],
  BODYWEIGHT_REPS: ['load', 'reps'],
  BODYWEIGHT_ASSISTED_REPS: ['load', 'reps'],
  REPS_ONLY: ['reps'],
  DURATION: ['duration'],
  WEIGHT_DURATION: ['load', 'duration'],
  DISTANCE_DURATION: ['distance', 'duration'],
  SHORT_DISTANCE_WEIGHT: ['load', 'distance'],
}

export const quantitiesOf = (type: TrackingType | undefined): Quantity[] => quantities[type ?? 'WEIGHT_REPS']

/** How load and body weight combine in the sets of an exercise, as the service decides it. */
export function loadModeOf(type: TrackingType | undefined): LoadMode {
  if (type === 'BODYWEIGHT_ASSISTED_REPS') return 'ASSISTED'
  return type === 'BODYWEIGHT_REPS' || type === 'REPS_ONLY' ? 'BODYWEIGHT' : 'EXTERNAL'
}

/** The RPE that is nearest to a number: 1 to 10 in steps of 0.5. */
export const nearestRpe = (value: number | null): number | null =>
  value === null ? null : Math.min(10, Math.max(1, Math.round(value * 2) / 2))

/** Fills what the user left empty with the target, or with what was done last time, and completes the set. */
export function completeSet(
  set: WorkoutSet,
  suggestion: Suggestion,
  type: TrackingType | undefined,
): WorkoutSet {
  const uses = (quantity: Quantity) => quantitiesOf(type).includes(quantity)
  return {
    ...set,
    loadMode: set.loadMode ?? loadModeOf(type),
    load: set.load ?? (uses('load') ? suggestion.load : null),
    reps: set.reps ?? (uses('reps') ? suggestion.reps : null),
    durationSeconds: set.durationSeconds ?? (uses('duration') ? suggestion.durationSeconds : null),
    distanceMeters: set.distanceMeters ?? (uses('distance') ? suggestion.distanceMeters : null),
    completedAt: new Date().toISOString(),
  }
}

export interface Suggestion {
  load: Load | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
}

/**
 * Returns the set that a set is compared with: the one with the same position among those of its type in the latest workout
 * with the exercise, or the last one of its type if that workout had fewer.
 */
export function comparedSet(
  sets: readonly WorkoutSet[],
  index: number,
  previous: readonly WorkoutSet[],
): WorkoutSet | undefined {
  const isSame = ({ type }: WorkoutSet) => type === sets[index]?.type
  const position = sets.slice(0, index).filter(isSame).length
  const candidates = previous.filter(isSame)
  return candidates[position] ?? candidates.at(-1)
}

/** Returns what to do in a set: its target, or what the set that it is compared with achieved, or the one of its type above. */
export function suggestionAt(
  sets: readonly WorkoutSet[],
  index: number,
  previous: readonly WorkoutSet[],
): Suggestion {
  const above = sets
    .slice(0, Math.max(0, index))
    .findLast(({ type, completedAt }) => type === sets[index]?.type && completedAt !== null)
  return suggestionFor(sets[index]?.target ?? null, comparedSet(sets, index, previous) ?? above)
}

function suggestionFor(target: Target | null, previous: WorkoutSet | undefined): Suggestion {
  return {
    load: target?.load ?? previous?.load ?? null,
    reps: target?.minReps ?? target?.maxReps ?? previous?.reps ?? null,
    durationSeconds: target?.durationSeconds ?? previous?.durationSeconds ?? null,
    distanceMeters: target?.distanceMeters ?? previous?.distanceMeters ?? null,
  }
}

/** The completed sets of an exercise, of all its entries. */
export const completedSetsOf = ({ exercises }: Workout, exerciseId: string): WorkoutSet[] =>
  completedSets({ exercises: exercises.filter(entry => entry.exerciseId === exerciseId) })

export const completedSets = ({ exercises }: Pick<Workout, 'exercises'>): WorkoutSet[] =>
  exercises.flatMap(({ sets }) => sets.filter(({ completedAt }) => completedAt !== null))

/** The completed sets other than warm-ups. */
export const workingSets = (workout: Workout): WorkoutSet[] =>
  completedSets(workout).filter(({ type }) => type !== 'WARMUP')

/** The number of a set among the working sets, starting at 1. */
export const numberOf = (sets: readonly Pick<WorkoutSet, 'type'>[], index: number): number =>
  sets.slice(0, index + 1).filter(({ type }) => type !== 'WARMUP').length

/** Removes what was not done. */
export function removeUndone(workout: Workout): Workout {
  const exercises = workout.exercises
    .map(entry => ({ ...entry, sets: entry.sets.filter(({ completedAt }) => completedAt !== null) }))
    .filter(({ sets }) => sets.length > 0)
  return { ...workout, exercises }
}

/** Moves a workout that has ended to another start, with its sets. It does not end later than now. */
export function withStart(workout: Workout, startedAt: string): Workout {
  const latest = Date.now() - durationOf(workout) * 1000
  const shift = Math.min(Date.parse(startedAt), latest) - Date.parse(workout.startedAt)
  const moved = <Instant extends string | null>(instant: Instant) =>
    (instant === null ? null : new Date(Date.parse(instant) + shift).toISOString()) as Instant
  return {
    ...workout,
    startedAt: moved(workout.startedAt),
    endedAt: moved(workout.endedAt),
    exercises: workout.exercises.map(entry => ({
      ...entry,
      sets: entry.sets.map(set => ({ ...set, completedAt: moved(set.completedAt) })),
    })),
  }
}

/** Changes the end of a workout, which is not later than now. The service accepts a minute to seven days. */
export function withDuration(workout: Workout, minutes: number): Workout {
  const duration = Math.min(Math.max(1, minutes), 7 * 24 * 60) * 60_000
  const startedAt = Date.parse(workout.startedAt)
  const latest = Math.max(Date.now(), startedAt + 1000)
  return { ...workout, endedAt: new Date(Math.min(startedAt + duration, latest)).toISOString() }
}

/** Removes what was not done, and ends the workout. */
export function finish(workout: Workout): Workout {
  // The end must be later than the start.
  const endedAt = new Date(Math.max(Date.now(), Date.parse(workout.startedAt) + 1000)).toISOString()
  return { ...removeUndone(workout), endedAt }
}

/** The completed sets of an exercise in the latest workout that has any, in the order of the workouts given. */
export function previousSets(
  history: readonly Workout[],
  { id, startedAt }: Workout,
  exerciseId: string,
): WorkoutSet[] {
  for (const workout of history) {
    if (workout.id === id || workout.startedAt > startedAt) continue
    const sets = completedSetsOf(workout, exerciseId)
    if (sets.length > 0) return sets
  }
  return []
}

/** The most sets with which an exercise that the user has done before begins. */
const maxFirstSets = 10

/** Returns an exercise to add to a workout, with as many sets of each type as it had in the latest workout. */
export function firstEntry(history: readonly Workout[], workout: Workout, exerciseId: string): Entry {
  const previous = previousSets(history, workout, exerciseId).slice(0, maxFirstSets)
  return newEntry(exerciseId, previous.length > 0 ? previous.map(({ type }) => newSet({ type })) : [newSet()])
}
