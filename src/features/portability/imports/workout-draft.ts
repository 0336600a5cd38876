import { derivedId } from '../../../lib/ids.js'
import { seconds } from '../../../lib/quantities.js'
import type { WorkoutDraft } from '../../training/workouts/models.js'
import { defaultLoadMode, type TrackingType } from '../../../lib/exercise-vocabulary.js'
import type { ImportSource, LoggedEntry, LoggedSet, LoggedWorkout } from './models.js'

/** The exercise that a name in the file refers to. */
export interface ResolvedExercise {
  id: string
  trackingType: TrackingType
}

/** In seconds. A longer workout gets the fallback duration. */
const maxDuration = 7 * 24 * 3600
const fallbackDuration = 3600

/** Derives the id of an imported workout from its source, start and title. */
export const importedWorkoutId = (
  userId: string,
  source: ImportSource | 'OWN',
  { startKey, title }: LoggedWorkout,
) => derivedId('import', userId, source, startKey, title ?? '')

/** Converts a workout of a file. Files do not state when sets were completed, so the sets are one second apart. */
export function toWorkoutDraft(
  id: string,
  workout: LoggedWorkout,
  timezone: string,
  exerciseOf: (name: string) => ResolvedExercise | undefined,
): WorkoutDraft {
  const { startedAt, title, notes } = workout
  const resolvedEntries = workout.entries.flatMap(entry => {
    const exercise = exerciseOf(entry.name)
    return exercise ? [{ entry, exercise }] : []
  })
  const sets = resolvedEntries.reduce((sum, { entry }) => sum + entry.sets.length, 0)
  const endedAt = new Date(startedAt.getTime() + durationOf(workout, sets) * seconds)
  let completedSets = 0
  const exercises = resolvedEntries.map(({ entry, exercise }, index) => {
    const firstSet = completedSets
    completedSets += entry.sets.length
    const completionTimeOf = (setIndex: number) =>
      new Date(Math.min(startedAt.getTime() + (firstSet + setIndex + 1) * seconds, endedAt.getTime()))
    return entryOf(derivedId(id, index), entry, exercise, completionTimeOf)
  })
  return { id, startedAt, endedAt, timezone, title, notes, exercises }
}

function entryOf(
  id: string,
  { supersetId, notes, sets }: LoggedEntry,
  exercise: ResolvedExercise,
  completionTimeOf: (setIndex: number) => Date,
): WorkoutDraft['exercises'][number] {
  const defaultMode = defaultLoadMode(exercise.trackingType)
  // Objects built with spreads take several times the memory, and a file can have a million sets.
  const draftOfSet = (set: LoggedSet, setIndex: number) => ({
    id: derivedId(id, setIndex),
    type: set.type,
    loadMode: set.loadMode ?? defaultMode,
    load: set.load,
    reps: set.reps,
    durationSeconds: set.durationSeconds,
    distanceMeters: set.distanceMeters,
    rpe: set.rpe,
    rir: set.rir,
    completedAt: completionTimeOf(setIndex),
  })
  return { id, exerciseId: exercise.id, supersetId, notes, sets: sets.map(draftOfSet) }
}

function durationOf({ durationSeconds }: LoggedWorkout, sets: number): number {
  if (durationSeconds === null || durationSeconds <= 0) return Math.max(sets, 1)
  return durationSeconds > maxDuration ? fallbackDuration : durationSeconds
}
