import { derivedId } from '../../../lib/ids.js'
import { incrementIn, roundToMultiple } from '../../../lib/load-rounding.js'
import type { Load } from '../../../lib/units.js'
import type { ExerciseSettings } from '../exercise-settings/models.js'
import { maxNotes } from './input.js'
import type { SetTarget, WorkoutContent, WorkoutEntry, WorkoutProgramDay, WorkoutSet } from './models.js'

type TemplateSet = Pick<WorkoutSet, 'type' | 'loadMode' | 'restSeconds' | 'target'>

interface TemplateEntry extends Omit<WorkoutEntry, 'id' | 'sets'> {
  sets: readonly TemplateSet[]
}

export interface PlannedDay {
  name: string
  exercises: (Pick<WorkoutEntry, 'exerciseId' | 'supersetId'> & {
    sets: (TemplateSet & { notes: string | null })[]
  })[]
}

type PlannedEntry = PlannedDay['exercises'][number]

interface RoutineEntry extends Omit<PlannedEntry, 'sets'> {
  /** The increment of the progression rule; null if it defines none. */
  increment: Load | null
  sets: (PlannedEntry['sets'][number] & {
    /** The load of a warm-up set, in percent of the load of the first working set. */
    warmupPercent: number | null
  })[]
}

/** A routine whose loads can depend on earlier workouts. */
export interface PlannedRoutine {
  name: string
  exercises: RoutineEntry[]
}

/** The title, the origin and the planned sets that a new workout starts with. */
export interface WorkoutTemplate extends Pick<WorkoutContent, 'title' | 'programDay' | 'routineId'> {
  exercises: readonly TemplateEntry[]
}

export const emptyTemplate: WorkoutTemplate = { title: null, programDay: null, exercises: [] }

const emptyResult = {
  load: null,
  reps: null,
  durationSeconds: null,
  distanceMeters: null,
  rpe: null,
  rir: null,
  completedAt: null,
}

/** Creates a workout from a template. The ids of its parts are derived from its id, so that the result is reproducible. */
export function createWorkoutContent(
  { id, startedAt, timezone }: Pick<WorkoutContent, 'startedAt' | 'timezone'> & { id: string },
  { exercises, ...template }: WorkoutTemplate,
): WorkoutContent {
  return {
    ...template,
    startedAt,
    timezone,
    endedAt: null,
    notes: null,
    rating: null,
    exercises: exercises.map(({ sets, ...entry }, entryIndex) => ({
      id: derivedId(id, entryIndex),
      ...entry,
      sets: sets.map((set, setIndex) => ({
        id: derivedId(id, entryIndex, setIndex),
        ...emptyResult,
        ...set,
      })),
    })),
  }
}

/** The sets of an earlier workout, with the completed values as their targets. */
export const templateFromWorkout = ({
  title,
  exercises,
}: Pick<WorkoutContent, 'title' | 'exercises'>): WorkoutTemplate => ({
  title,
  programDay: null,
  exercises: exercises.map(({ exerciseId, supersetId, restSeconds, sets }) => ({
    exerciseId,
    supersetId,
    restSeconds,
    notes: null,
    sets: sets.map(({ type, loadMode, restSeconds, ...set }) => ({
      type,
      loadMode,
      restSeconds,
      target: set.completedAt === null ? set.target : targetOf(set),
    })),
  })),
})

/**
 * The planned sets of a program day with their targets.
 * @param existingIds existing exercises; custom exercises that were deleted since the program was saved are omitted
 */
export const templateFromProgramDay = (
  programDay: WorkoutProgramDay,
  day: PlannedDay,
  existingIds: Pick<ReadonlySet<string>, 'has'>,
): WorkoutTemplate => ({ ...templateFromPlannedSets(day, existingIds), programDay })

const templateFromPlannedSets = (
  { name, exercises }: PlannedDay,
  existingIds: Pick<ReadonlySet<string>, 'has'>,
): WorkoutTemplate => ({
  title: name,
  programDay: null,
  exercises: exercises
    .filter(({ exerciseId }) => existingIds.has(exerciseId))
    .map(({ exerciseId, supersetId, sets }) => ({
      exerciseId,
      supersetId,
      restSeconds: null,
      notes: joinNotes(sets),
      sets: sets.map(({ type, loadMode, restSeconds, target }) => ({ type, loadMode, restSeconds, target })),
    })),
})

interface RoutineHistory {
  /** The completed sets of the last workout with each exercise. */
  performances: ReadonlyMap<string, readonly WorkoutSet[]>
  settings: readonly Pick<ExerciseSettings, 'exerciseId' | 'increment'>[]
}

/**
 * The planned sets of a routine. A set without a planned load takes that of the same set in the last workout with the
 * exercise.
 * @param existingIds existing exercises; those that were deleted since the routine was saved are omitted
 */
export function templateFromRoutine(
  routineId: string,
  { name, exercises }: PlannedRoutine,
  existingIds: Pick<ReadonlySet<string>, 'has'>,
  { performances, settings }: RoutineHistory,
): WorkoutTemplate {
  const increments = new Map(settings.map(({ exerciseId, increment }) => [exerciseId, increment]))
  const withLoads = exercises.map(entry => {
    const sets = withLastLoads(entry, performances.get(entry.exerciseId) ?? [])
    const increment = entry.increment ?? increments.get(entry.exerciseId) ?? null
    return { ...entry, sets: withWarmupLoads(sets, increment) }
  })
  return { ...templateFromPlannedSets({ name, exercises: withLoads }, existingIds), routineId }
}

function withLastLoads({ sets }: RoutineEntry, performance: readonly WorkoutSet[]): RoutineEntry['sets'] {
  const last = performance.filter(({ type }) => type !== 'WARMUP')
  let position = 0
  return sets.map(set => {
    if (set.type === 'WARMUP') return set
    const done = last[position++] ?? last.at(-1)
    return done?.load && !set.target?.load ? withTargetLoad(set, done.load) : set
  })
}

/** Warm-up sets with a percentage get that part of the load of the first working set, as a multiple of the increment. */
function withWarmupLoads(sets: RoutineEntry['sets'], increment: Load | null): RoutineEntry['sets'] {
  const working = sets.find(({ type }) => type !== 'WARMUP')?.target?.load
  if (!working) return sets
  const { unit } = working
  return sets.map(set => {
    if (set.warmupPercent === null) return set
    const value = roundToMultiple((working.value * set.warmupPercent) / 100, incrementIn(unit, increment))
    return withTargetLoad(set, { value, unit })
  })
}

const withTargetLoad = <Set extends TemplateSet>(set: Set, load: Load): Set => ({
  ...set,
  target: { ...emptyTarget, ...set.target, load },
})

/** Joins the distinct notes of the sets, up to the maximum length. */
function joinNotes(sets: PlannedEntry['sets']): string | null {
  const notes = new Set(sets.flatMap(({ notes }) => notes ?? []))
  return [...notes].reduce((text, note) => appendIfFits(text, note), '') || null
}

function appendIfFits(text: string, note: string): string {
  const longer = text ? `${text}\n${note}` : note
  return longer.length > maxNotes ? text : longer
}

const emptyTarget: SetTarget = {
  load: null,
  minReps: null,
  maxReps: null,
  rpe: null,
  durationSeconds: null,
  distanceMeters: null,
}

type CompletedValues = Pick<WorkoutSet, 'load' | 'reps' | 'rpe' | 'durationSeconds' | 'distanceMeters'>

/** Returns null if all values are null. */
function targetOf({ load, reps, rpe, durationSeconds, distanceMeters }: CompletedValues): SetTarget | null {
  const target = { load, minReps: reps, maxReps: null, rpe, durationSeconds, distanceMeters }
  return Object.values(target).some(value => value !== null) ? target : null
}
