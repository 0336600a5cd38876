import { derivedId } from '../../../lib/ids.js'
import { maxNotes } from './input.js'
import type { SetTarget, WorkoutContent, WorkoutEntry, WorkoutProgramDay, WorkoutSet } from './models.js'

/** A set that is not done yet. */
export type NewSet = Pick<WorkoutSet, 'type' | 'loadMode' | 'restSeconds' | 'target'>

/** An exercise of a workout that begins. */
export interface NewEntry extends Omit<WorkoutEntry, 'id' | 'sets'> {
  sets: readonly NewSet[]
}

/** A day of a program with its planned sets. */
export interface PlannedDay {
  name: string
  exercises: (Pick<WorkoutEntry, 'exerciseId' | 'supersetId'> & {
    sets: (NewSet & { notes: string | null })[]
  })[]
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
      ...{ id: derivedId(id, at), ...entry },
      sets: sets.map((set, place) => ({ id: derivedId(id, at, place), ...notDone, ...set })),
    })),
  }
}

/** A past workout once more: its sets, with what was done as the target. */
export const repetitionOf = ({ title, exercises }: Pick<WorkoutContent, 'title' | 'exercises'>): Origin => ({
  ...{ title, programDay: null },
  exercises: exercises.map(({ exerciseId, supersetId, restSeconds, sets }) => ({
    ...{ exerciseId, supersetId, restSeconds, notes: null },
    sets: sets.map(({ type, loadMode, restSeconds, ...set }) => ({
      ...{ type, loadMode, restSeconds },
      target: set.completedAt === null ? set.target : targetOf(set),
    })),
  })),
})

/**
 * A day of a program: its planned sets with their targets.
 * @param known exercises; one of the person's own may be gone since the program was made: it is left out
 */
export const trainingOf = (
  programDay: WorkoutProgramDay,
  { name, exercises }: PlannedDay,
  known: Pick<ReadonlySet<string>, 'has'>,
): Origin => ({
  ...{ title: name, programDay },
  exercises: exercises
    .filter(({ exerciseId }) => known.has(exerciseId))
    .map(({ exerciseId, supersetId, sets }) => ({
      ...{ exerciseId, supersetId, restSeconds: null, notes: notesOf(sets) },
      sets: sets.map(({ type, loadMode, restSeconds, target }) => ({ type, loadMode, restSeconds, target })),
    })),
})

/** What the program says of the sets, each thing once, as far as there is room. */
function notesOf(sets: PlannedDay['exercises'][number]['sets']): string | null {
  const notes = new Set(sets.flatMap(({ notes }) => notes ?? []))
  return [...notes].reduce((text, note) => fitting(text, note), '') || null
}

function fitting(text: string, note: string): string {
  const longer = text ? `${text}\n${note}` : note
  return longer.length > maxNotes ? text : longer
}

type Done = Pick<WorkoutSet, 'load' | 'reps' | 'rpe' | 'durationSeconds' | 'distanceMeters'>

/** What was done; null where nothing of it is known. */
function targetOf({ load, reps, rpe, durationSeconds, distanceMeters }: Done): SetTarget | null {
  const target = { load, minReps: reps, maxReps: null, rpe, durationSeconds, distanceMeters }
  return Object.values(target).some(value => value !== null) ? target : null
}
