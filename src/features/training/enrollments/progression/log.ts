import { oneRepetitionMaximum } from '../../../../lib/one-repetition-maximum.js'
import type { Load } from '../../../../lib/units.js'
import type { DoneSet, PerformedExercise, PerformedWorkout } from '../../workouts/performed.js'
import { hardest } from './loads.js'
import { isCompared, type Place, type PlannedEntry, type Track, type TrainingDay } from './plan.js'

/** A completed set of a type that is compared. */
export type LoggedSet = Pick<DoneSet, 'loadMode' | 'load' | 'reps' | 'durationSeconds' | 'distanceMeters'>

/** An entry of a workout, as far as it decides how an enrolment goes on. */
export interface LoggedEntry {
  /** In their order. */
  sets: LoggedSet[]
  /** Whether any working set was done, of whatever type. */
  isTrained: boolean
  /** The best estimate of one repetition, from all working sets. */
  best: Load | null
}

export interface LoggedExercise {
  exerciseId: string
  entries: LoggedEntry[]
}

/** A completed workout of a day, as far as it decides how an enrolment goes on. */
export interface LoggedDay extends Place {
  workoutId: string
  startedAt: Date
  /** The version of the program in which the day was trained. */
  version: number
  exercises: LoggedExercise[]
}

/** So many sets past the planned ones are kept where all repetitions together count. */
const maxMore = 50

/** What counts of a workout for the day that it was for: nothing else is kept. */
export function logOf(
  { id, startedAt, exercises }: PerformedWorkout,
  { week, day, entries }: Pick<TrainingDay, 'week' | 'day' | 'entries'>,
  version: number,
): LoggedDay {
  const exerciseIds = new Set(entries.map(({ exercise }) => exercise.exerciseId))
  const logged = [...exerciseIds].map(exerciseId => {
    const planned = entries.filter(({ exercise }) => exercise.exerciseId === exerciseId)
    return {
      exerciseId,
      entries: kept(
        planned,
        exercises.filter(done => done.exerciseId === exerciseId),
      ),
    }
  })
  return {
    ...{ workoutId: id, startedAt, week, day, version },
    exercises: logged.filter(exercise => exercise.entries.some(entry => entry.isTrained)),
  }
}

/** Where as many were done as planned, an entry has room as its track has it; otherwise all go in a row. */
function kept(planned: readonly PlannedEntry[], done: readonly PerformedExercise[]): LoggedEntry[] {
  const left = new Map<Track | undefined, number>()
  return done.map(({ sets }, index) => {
    const track = done.length === planned.length ? planned[index]?.track : undefined
    const room = left.get(track) ?? roomOf(track ? planned.filter(one => one.track === track) : planned)
    const entry = entryOf(sets, room)
    left.set(track, room - entry.sets.length)
    return entry
  })
}

function roomOf(planned: readonly PlannedEntry[]): number {
  const compared = planned.flatMap(({ exercise }) => exercise.sets.filter(isCompared))
  const isSummed = planned.some(({ track }) => track.rule?.type === 'REP_SUM')
  return compared.length + (isSummed ? maxMore : 0)
}

function entryOf(sets: readonly DoneSet[], room: number): LoggedEntry {
  const working = sets.filter(set => set.type !== 'WARMUP')
  return {
    sets: working
      .filter(isCompared)
      .slice(0, room)
      .map(({ loadMode, load, reps, durationSeconds, distanceMeters }) => ({
        ...{ loadMode, load, reps, durationSeconds, distanceMeters },
      })),
    isTrained: working.length > 0,
    best: hardest(working.flatMap(estimate), false),
  }
}

/** Of what was added to the body, where it was: so much is known of the body in every unit and on every day. */
function estimate({ loadMode, load, reps, rir }: DoneSet): Load[] {
  if (load === null || reps === null || loadMode === 'ASSISTED') return []
  const value = oneRepetitionMaximum(load.value, reps, rir)
  return value === null ? [] : [{ value, unit: load.unit }]
}
