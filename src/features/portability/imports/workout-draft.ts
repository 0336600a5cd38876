import { derivedId } from '../../../lib/ids.js'
import { seconds } from '../../../lib/quantities.js'
import type { TrackingType } from '../../training/exercises/vocabulary.js'
import type { WorkoutDraft } from '../../training/workouts/models.js'
import { defaultLoadMode } from './matching/tracking-type.js'
import type { ImportSource, LoggedEntry, LoggedSet, LoggedWorkout } from './models.js'

/** What a name of the file stands for. */
export interface ResolvedExercise {
  id: string
  trackingType: TrackingType
}

/** In seconds. */
const longest = 7 * 24 * 3600
const ifTooLong = 3600

/** A workout is known by source, start and title, whose ever it is. */
export const importedWorkoutId = (
  userId: string,
  source: ImportSource | 'OWN',
  { startKey, title }: LoggedWorkout,
) => derivedId('import', userId, source, startKey, title ?? '')

/** A workout of a file as it is saved. Its sets were done a second apart: nobody knows it better. */
export function toWorkoutDraft(
  id: string,
  workout: LoggedWorkout,
  timezone: string,
  exerciseOf: (name: string) => ResolvedExercise | undefined,
): WorkoutDraft {
  const { startedAt, title, notes } = workout
  const known = workout.entries.flatMap(entry => {
    const exercise = exerciseOf(entry.name)
    return exercise ? [{ entry, exercise }] : []
  })
  const sets = known.reduce((sum, { entry }) => sum + entry.sets.length, 0)
  const endedAt = new Date(startedAt.getTime() + lastedOf(workout, sets) * seconds)
  let done = 0
  const exercises = known.map(({ entry, exercise }, at) => {
    const from = done
    done += entry.sets.length
    const doneAt = (place: number) =>
      new Date(Math.min(startedAt.getTime() + (from + place + 1) * seconds, endedAt.getTime()))
    return entryOf(derivedId(id, at), entry, exercise, doneAt)
  })
  return { id, startedAt, endedAt, timezone, title, notes, exercises }
}

function entryOf(
  id: string,
  { supersetId, notes, sets }: LoggedEntry,
  exercise: ResolvedExercise,
  doneAt: (place: number) => Date,
): WorkoutDraft['exercises'][number] {
  const usual = defaultLoadMode(exercise.trackingType)
  // Each set field by field: what is put together of other objects takes much more room, in each of a million.
  const draftOfSet = (set: LoggedSet, place: number) => ({
    id: derivedId(id, place),
    type: set.type,
    loadMode: set.loadMode ?? usual,
    load: set.load,
    reps: set.reps,
    durationSeconds: set.durationSeconds,
    distanceMeters: set.distanceMeters,
    rpe: set.rpe,
    rir: set.rir,
    completedAt: doneAt(place),
  })
  return { id, exerciseId: exercise.id, supersetId, notes, sets: sets.map(draftOfSet) }
}

function lastedOf({ durationSeconds }: LoggedWorkout, sets: number): number {
  if (durationSeconds === null || durationSeconds <= 0) return Math.max(sets, 1)
  return durationSeconds > longest ? ifTooLong : durationSeconds
}
