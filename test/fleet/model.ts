import { createHash, randomBytes } from 'node:crypto'
import type { SaveWorkoutMutation, WorkoutInput } from '../../generated/operations/example.js'

export type Workout = NonNullable<NonNullable<SaveWorkoutMutation['saveWorkout']>['workout']>

export interface Weighing {
  id: string
  version: number
  date: string
  weight: { value: number; unit: string }
}

const [minute, day] = [60_000, 86_400_000]

/** What somebody has been told is kept of theirs, and hence must be there. */
export interface Model {
  firstName: string | null
  workouts: Map<string, Workout>
  /** By the day. */
  weighings: Map<string, Weighing>
  /** By the id: the digest of the file. */
  photos: Map<string, string>
}

export const newModel = (): Model => ({
  firstName: null,
  workouts: new Map(),
  weighings: new Map(),
  photos: new Map(),
})

export const chance = (below: number) => Math.floor(Math.random() * below)
export const newId = () => randomBytes(12).toString('hex')
export const pick = <T>(items: readonly T[]): T | undefined => items[chance(items.length)]
export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The latest first, as lists have them. No two begin at the same moment. */
export const inOrder = (model: Model) =>
  [...model.workouts.values()].sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))

/** Of the latest day. */
export const latestWeight = (model: Model) =>
  [...model.weighings.values()].sort((one, other) => (one.date < other.date ? 1 : -1))[0]?.weight.value ??
  null

/** In kilograms. */
export const volumeOf = ({ exercises }: Workout) =>
  exercises
    .flatMap(({ sets }) => sets)
    .reduce((sum, { load, reps }) => sum + (load?.value ?? 0) * (reps ?? 0), 0)

let begun = 0

function newSet(startedAt: number): Workout['exercises'][number]['sets'][number] {
  return {
    ...{ setId: newId(), type: 'NORMAL', loadMode: 'EXTERNAL' },
    ...{ load: { value: 20 + 2.5 * chance(40), unit: 'KG' }, reps: 1 + chance(12) },
    ...{ durationSeconds: null, distanceMeters: null, rpe: null, rir: chance(4), restSeconds: null },
    ...{ target: null, completedAt: new Date(startedAt + 10 * minute).toISOString() },
  }
}

/** One of the last two months that is over. */
export function newWorkout(exerciseIds: readonly string[]): Workout {
  const startedAt = Date.now() - 60 * day + chance(50 * 24) * 60 * minute + (begun++ % (30 * minute))
  const entry = () => ({
    ...{
      entryId: newId(),
      exerciseId: pick(exerciseIds) ?? '',
      supersetId: null,
      notes: null,
      restSeconds: 90,
    },
    sets: Array.from({ length: 1 + chance(4) }, () => newSet(startedAt)),
  })
  return {
    ...{ id: newId(), version: 0, workoutTitle: `workout ${begun}`, workoutStatus: 'COMPLETED' },
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + 60 * minute).toISOString(),
    ...{ timezone: 'Europe/Berlin', notes: null, rating: 1 + chance(5), programDay: null },
    exercises: Array.from({ length: 1 + chance(4) }, entry),
  }
}

/** With a set more, or another title. */
export function edited(workout: Workout): Workout {
  const next = structuredClone(workout)
  const sets = pick(next.exercises)?.sets
  if (!sets || sets.length > 8) return { ...next, workoutTitle: `renamed ${chance(1_000_000)}` }
  sets.push(newSet(Date.parse(next.startedAt)))
  return next
}

/** A day of the last month. */
export const someDay = () => new Date(Date.now() - (1 + chance(30)) * day).toISOString().slice(0, 10)

/** What an app sends to save a workout that it has: version 0 stands for one that was never saved. */
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
