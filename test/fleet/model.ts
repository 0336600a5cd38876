import { createHash, randomBytes } from 'node:crypto'
import type { SaveWorkoutMutation, WorkoutInput } from '../../generated/operations/example.js'

export type Workout = NonNullable<NonNullable<SaveWorkoutMutation['saveWorkout']>['workout']>

interface WeightEntry {
  id: string
  version: number
  date: string
  weight: { value: number; unit: string }
}

const [minute, day] = [60_000, 86_400_000]

/** A user's data as acknowledged by the service: later responses have to match it. */
export interface Model {
  firstName: string | null
  workouts: Map<string, Workout>
  /** Measurements by day. */
  measurements: Map<string, WeightEntry>
  /** Digests of the files by photo id. */
  photos: Map<string, string>
}

export const newModel = (): Model => ({
  firstName: null,
  workouts: new Map(),
  measurements: new Map(),
  photos: new Map(),
})

export const randomBelow = (below: number) => Math.floor(Math.random() * below)
export const newId = () => randomBytes(12).toString('hex')
export const pick = <T>(items: readonly T[]): T | undefined => items[randomBelow(items.length)]
export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Workouts in the order of lists: the latest first. No two have the same start time. */
export const inOrder = (model: Model) =>
  [...model.workouts.values()].sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))

/** Weight of the latest day. */
export const latestWeight = (model: Model) =>
  [...model.measurements.values()].sort((one, other) => (one.date < other.date ? 1 : -1))[0]?.weight.value ??
  null

/** Volume in kilograms. */
export const volumeOf = ({ exercises }: Workout) =>
  exercises
    .flatMap(({ sets }) => sets)
    .reduce((sum, { load, reps }) => sum + (load?.value ?? 0) * (reps ?? 0), 0)

let workoutCount = 0

function newSet(startedAt: number): Workout['exercises'][number]['sets'][number] {
  return {
    ...{ setId: newId(), type: 'NORMAL', loadMode: 'EXTERNAL' },
    ...{ load: { value: 20 + 2.5 * randomBelow(40), unit: 'KG' }, reps: 1 + randomBelow(12) },
    ...{ durationSeconds: null, distanceMeters: null, rpe: null, rir: randomBelow(4), restSeconds: null },
    ...{ target: null, completedAt: new Date(startedAt + 10 * minute).toISOString() },
  }
}

/** A completed workout within the last two months. */
export function newWorkout(exerciseIds: readonly string[]): Workout {
  const startedAt =
    Date.now() - 60 * day + randomBelow(50 * 24) * 60 * minute + (workoutCount++ % (30 * minute))
  const entry = () => ({
    ...{
      entryId: newId(),
      exerciseId: pick(exerciseIds) ?? '',
      supersetId: null,
      notes: null,
      restSeconds: 90,
    },
    sets: Array.from({ length: 1 + randomBelow(4) }, () => newSet(startedAt)),
  })
  return {
    ...{ id: newId(), version: 0, workoutTitle: `workout ${workoutCount}`, workoutStatus: 'COMPLETED' },
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + 60 * minute).toISOString(),
    ...{ timezone: 'Europe/Berlin', notes: null, rating: 1 + randomBelow(5) },
    ...{ programDay: null, routineId: null, health: null },
    exercises: Array.from({ length: 1 + randomBelow(4) }, entry),
  }
}

/** Copy of a workout with one more set or another title. */
export function edited(workout: Workout): Workout {
  const next = structuredClone(workout)
  const sets = pick(next.exercises)?.sets
  if (!sets || sets.length > 8) return { ...next, workoutTitle: `renamed ${randomBelow(1_000_000)}` }
  sets.push(newSet(Date.parse(next.startedAt)))
  return next
}

/** A day within the last month. */
export const randomDate = () => new Date(Date.now() - (1 + randomBelow(30)) * day).toISOString().slice(0, 10)

/** Input that saves a workout; version 0 stands for one that was never saved. */
export function inputOf(shown: Workout): WorkoutInput {
  const { version, workoutTitle, workoutStatus: _, exercises, ...workout } = shown
  return {
    ...workout,
    title: workoutTitle,
    expectedVersion: version === 0 ? null : version,
    exercises: exercises.map(({ entryId, sets, ...exercise }) => ({
      ...exercise,
      id: entryId,
      sets: sets.map(({ setId, ...set }) => ({ ...set, id: setId })),
    })),
  }
}
