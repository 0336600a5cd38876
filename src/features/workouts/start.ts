import { derivedId } from '../../lib/ids.js'
import type { SetTarget, WorkoutContent, WorkoutEntry, WorkoutSet } from './models.js'

/** A set that is not done yet. */
export type NewSet = Pick<WorkoutSet, 'type' | 'loadMode' | 'restSeconds' | 'target'>

/** An exercise of a workout that begins. */
export interface NewEntry extends Pick<WorkoutEntry, 'exerciseId' | 'supersetId' | 'restSeconds'> {
  sets: readonly NewSet[]
}

/** What a workout is made from. */
export interface Origin extends Pick<WorkoutContent, 'title' | 'programDay'> {
  exercises: readonly NewEntry[]
}

export const nothing: Origin = { title: null, programDay: null, exercises: [] }

const notDone = {
  ...{ load: null, reps: null, durationSeconds: null, distanceMeters: null, rpe: null, rir: null },
  completedAt: null,
}

/** A workout that begins. Its parts have ids that follow from its own: begun again, it is the same. */
export function startOf(
  { id, startedAt, timezone }: Pick<WorkoutContent, 'startedAt' | 'timezone'> & { id: string },
  { exercises, ...origin }: Origin,
): WorkoutContent {
  return {
    ...{ ...origin, startedAt, timezone, endedAt: null, notes: null, rating: null },
    exercises: exercises.map(({ sets, ...entry }, at) => ({
      ...{ id: derivedId(id, at), notes: null, ...entry },
      sets: sets.map((set, place) => ({ id: derivedId(id, at, place), ...notDone, ...set })),
    })),
  }
}

/** A past workout once more: its sets, with what was done as the target. */
export const repetitionOf = ({ title, exercises }: Pick<WorkoutContent, 'title' | 'exercises'>): Origin => ({
  ...{ title, programDay: null },
  exercises: exercises.map(({ exerciseId, supersetId, restSeconds, sets }) => ({
    ...{ exerciseId, supersetId, restSeconds },
    sets: sets.map(({ type, loadMode, restSeconds, ...set }) => ({
      ...{ type, loadMode, restSeconds },
      target: set.completedAt === null ? set.target : targetOf(set),
    })),
  })),
})

type Done = Pick<WorkoutSet, 'load' | 'reps' | 'rpe' | 'durationSeconds' | 'distanceMeters'>

/** What was done; null where nothing of it is known. */
function targetOf({ load, reps, rpe, durationSeconds, distanceMeters }: Done): SetTarget | null {
  const target = { load, minReps: reps, maxReps: null, rpe, durationSeconds, distanceMeters }
  return Object.values(target).some(value => value !== null) ? target : null
}
