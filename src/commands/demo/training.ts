import {
  SaveWorkoutDocument,
  StartWorkoutDocument,
  type SetFragment,
  type TargetFragment,
  type WholeWorkoutFragment,
  type WorkoutInput,
} from '../../../generated/operations/client.js'
import { minutes } from '../../lib/quantities.js'
import { newId, type Client } from '../../client/index.js'

export const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A day of the program of an enrollment. */
interface ProgramDay {
  enrollmentId: string
  week: number
  day: number
}

/** Starts the workout of a program day, with its planned sets. */
export async function startWorkout(device: Client, programDay: ProgramDay, startedAt: Date) {
  const input = { id: newId(), from: { programDay }, startedAt: startedAt.toISOString(), timezone }
  const { startWorkout } = await device.request(StartWorkoutDocument, { input })
  return unwrapWorkout(startWorkout)
}

/** Saves the workout over the version that it is based on. @returns the saved workout */
export async function saveWorkout(
  device: Client,
  workout: WholeWorkoutFragment,
): Promise<WholeWorkoutFragment> {
  const { saveWorkout } = await device.request(SaveWorkoutDocument, { input: inputOf(workout) })
  return unwrapWorkout(saveWorkout)
}

interface Payload {
  workout: WholeWorkoutFragment | null
  conflict: string | null
}

function unwrapWorkout(payload: Payload | null): WholeWorkoutFragment {
  if (!payload?.workout || payload.conflict !== null)
    throw new Error(`the workout was not saved: ${payload?.conflict ?? 'no result'}`)
  return payload.workout
}

function inputOf(fragment: WholeWorkoutFragment): WorkoutInput {
  const { version, workoutTitle, workoutStatus: _, exercises, ...workout } = fragment
  return {
    ...workout,
    title: workoutTitle,
    expectedVersion: version,
    exercises: exercises.map(({ entryId, sets, ...exercise }) => ({
      ...exercise,
      id: entryId,
      sets: sets.map(({ setId, ...set }) => ({ ...set, id: setId })),
    })),
  }
}

/** Completes a planned set according to its target. */
export function completeSet(set: SetFragment, completedAt: Date): SetFragment {
  const { load, minReps, maxReps, durationSeconds, distanceMeters } = set.target ?? emptyTarget
  return {
    ...set,
    load: load ?? set.load,
    reps: maxReps ?? minReps ?? set.reps,
    durationSeconds: durationSeconds ?? set.durationSeconds,
    distanceMeters: distanceMeters ?? set.distanceMeters,
    completedAt: completedAt.toISOString(),
  }
}

const emptyTarget = { load: null, minReps: null, maxReps: null, durationSeconds: null, distanceMeters: null }

/** Completes all sets of a workout according to their targets, and ends it. */
export function completeWorkout(workout: WholeWorkoutFragment): WholeWorkoutFragment {
  let startedAt = Date.parse(workout.startedAt)
  const exercises = workout.exercises.map(exercise => ({
    ...exercise,
    sets: exercise.sets.map(set => completeSet(set, new Date((startedAt += 2 * minutes)))),
  }))
  return { ...workout, exercises, endedAt: new Date(startedAt + minutes).toISOString() }
}

/** Formats a set, for example `5 × 42.5 kg`. */
export const formatSet = (set: SetFragment) =>
  set.load === null && set.durationSeconds === null && set.reps !== null ? `${set.reps} times` : amounts(set)

/** Formats the target of a set. */
export const formatTarget = (target: Partial<TargetFragment> | null = null) =>
  amounts({ load: null, durationSeconds: null, ...target, reps: target?.minReps ?? null })

type Amounts = Pick<SetFragment, 'reps' | 'load' | 'durationSeconds'>

function amounts({ reps, load, durationSeconds }: Amounts): string {
  const weight = load && `${load.value} ${load.unit.toLowerCase()}`
  if (durationSeconds !== null) return `${durationSeconds} s`
  if (reps === null) return weight ?? 'any amount'
  return weight === null ? `${reps}` : `${reps} × ${weight}`
}
