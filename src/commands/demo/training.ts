import { randomBytes } from 'node:crypto'
import {
  SaveWorkoutDocument,
  StartWorkoutDocument,
  type SetFragment,
  type TargetFragment,
  type WholeWorkoutFragment,
  type WorkoutInput,
} from '../../../generated/operations/example.js'
import { minutes } from '../../lib/quantities.js'
import { ServiceError, type Device } from './client.js'

export const newId = () => randomBytes(12).toString('hex')

export const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A day of a program, of the enrolment that it belongs to. */
export interface ProgramDay {
  enrollmentId: string
  week: number
  day: number
}

/** Begins the workout of a program's day, with its planned sets. */
export async function start(device: Device, programDay: ProgramDay, startedAt: Date) {
  const input = { id: newId(), from: { programDay }, startedAt: startedAt.toISOString(), timezone }
  const { startWorkout } = await device.request(StartWorkoutDocument, { input })
  return demanded(startWorkout)
}

/** Writes the workout whole, over the version that it was made from. @returns it as the server has it */
export async function save(device: Device, workout: WholeWorkoutFragment): Promise<WholeWorkoutFragment> {
  const { saveWorkout } = await device.request(SaveWorkoutDocument, { input: inputOf(workout) })
  return demanded(saveWorkout)
}

interface Payload {
  workout: WholeWorkoutFragment | null
  conflict: string | null
}

function demanded(payload: Payload | null): WholeWorkoutFragment {
  if (!payload?.workout || payload.conflict !== null)
    throw new ServiceError(`the workout was not written: ${payload?.conflict ?? 'no answer'}`)
  return payload.workout
}

function inputOf(shown: WholeWorkoutFragment): WorkoutInput {
  const { version, workoutTitle, workoutStatus: _, exercises, ...workout } = shown
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

/** A set that was planned, as it is when it is done as planned. */
export function done(set: SetFragment, completedAt: Date): SetFragment {
  const { load, minReps, maxReps, durationSeconds, distanceMeters } = set.target ?? nothing
  return {
    ...set,
    load: load ?? set.load,
    reps: maxReps ?? minReps ?? set.reps,
    durationSeconds: durationSeconds ?? set.durationSeconds,
    distanceMeters: distanceMeters ?? set.distanceMeters,
    completedAt: completedAt.toISOString(),
  }
}

const nothing = { load: null, minReps: null, maxReps: null, durationSeconds: null, distanceMeters: null }

/** The workout with all its sets done as planned, and over. */
export function completed(workout: WholeWorkoutFragment): WholeWorkoutFragment {
  let at = Date.parse(workout.startedAt)
  const exercises = workout.exercises.map(exercise => ({
    ...exercise,
    sets: exercise.sets.map(set => done(set, new Date((at += 2 * minutes)))),
  }))
  return { ...workout, exercises, endedAt: new Date(at + minutes).toISOString() }
}

/** A set in words: `5 × 42.5 kg`. */
export const inWords = (set: SetFragment) =>
  set.load === null && set.durationSeconds === null && set.reps !== null ? `${set.reps} times` : amounts(set)

/** What a set is to be, in words. */
export const targetInWords = (target: Partial<TargetFragment> | null = null) =>
  amounts({ load: null, durationSeconds: null, ...target, reps: target?.minReps ?? null })

type Amounts = Pick<SetFragment, 'reps' | 'load' | 'durationSeconds'>

function amounts({ reps, load, durationSeconds }: Amounts): string {
  const weight = load && `${load.value} ${load.unit.toLowerCase()}`
  if (durationSeconds !== null) return `${durationSeconds} s`
  if (reps === null) return weight ?? 'as it goes'
  return weight === null ? `${reps}` : `${reps} × ${weight}`
}
