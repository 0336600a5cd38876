import { oneRepetitionMaximum } from '../../../../lib/one-repetition-maximum.js'
import type { Load } from '../../../../lib/units.js'
import {
  isUnaided,
  type CompletedSet,
  type PerformedExercise,
  type PerformedWorkout,
} from '../../../training/workouts/performed.js'
import { hardest } from './loads.js'
import { isEvaluated, type DayPosition, type PlannedEntry, type Track, type TrainingDay } from './plan.js'

/** A completed set of a type that progression rules evaluate. */
export type LoggedSet = Pick<
  CompletedSet,
  'loadMode' | 'load' | 'reps' | 'durationSeconds' | 'distanceMeters'
>

export interface LoggedEntry {
  sets: LoggedSet[]
  /** True if any working set was completed. */
  isTrained: boolean
  /** The best estimate of the one-repetition maximum from all working sets. */
  best: Load | null
}

export interface LoggedExercise {
  exerciseId: string
  entries: LoggedEntry[]
}

/** The data of a completed workout that progression rules need. */
export interface LoggedDay extends DayPosition {
  workoutId: string
  startedAt: Date
  /** The number of the program version that the day was trained in. */
  version: number
  exercises: LoggedExercise[]
}

/** The number of sets beyond the planned ones that are kept for REP_SUM rules. */
const maxExtraSets = 50

export function logDay(
  { id, startedAt, exercises }: PerformedWorkout,
  { week, day, entries }: Pick<TrainingDay, 'week' | 'day' | 'entries'>,
  version: number,
): LoggedDay {
  // Which exercise of an entry is trained depends on the days before.
  const possible = entries.flatMap(entry => (entry.harder ? [entry, entry.harder] : [entry]))
  const exerciseIds = new Set(possible.map(({ exercise }) => exercise.exerciseId))
  const logged = [...exerciseIds].map(exerciseId => {
    const planned = possible.filter(({ exercise }) => exercise.exerciseId === exerciseId)
    const performed = exercises.filter(exercise => exercise.exerciseId === exerciseId)
    return { exerciseId, entries: logEntries(planned, performed) }
  })
  return {
    workoutId: id,
    startedAt,
    week,
    day,
    version,
    exercises: logged.filter(exercise => exercise.entries.some(entry => entry.isTrained)),
  }
}

/**
 * Limits the number of logged sets to the number of planned ones: per track if there are as many performed as planned
 * entries, otherwise for all entries together.
 */
function logEntries(
  planned: readonly PlannedEntry[],
  performed: readonly PerformedExercise[],
): LoggedEntry[] {
  const remaining = new Map<Track | undefined, number>()
  return performed.map(({ sets }, index) => {
    const track = performed.length === planned.length ? planned[index]?.track : undefined
    const maxSets =
      remaining.get(track) ?? maxSetsOf(track ? planned.filter(entry => entry.track === track) : planned)
    const entry = logEntry(sets, maxSets)
    remaining.set(track, maxSets - entry.sets.length)
    return entry
  })
}

function maxSetsOf(planned: readonly PlannedEntry[]): number {
  const compared = planned.flatMap(({ exercise }) => exercise.sets.filter(isEvaluated))
  const isSummed = planned.some(({ track }) => track.rule?.type === 'REP_SUM')
  return compared.length + (isSummed ? maxExtraSets : 0)
}

function logEntry(sets: readonly CompletedSet[], maxSets: number): LoggedEntry {
  const working = sets.filter(set => set.type !== 'WARMUP')
  return {
    sets: working
      .filter(isEvaluated)
      .slice(0, maxSets)
      .map(({ loadMode, load, reps, durationSeconds, distanceMeters }) => {
        return { loadMode, load, reps, durationSeconds, distanceMeters }
      }),
    isTrained: working.length > 0,
    best: hardest(working.flatMap(oneRepMaxEstimate), false),
  }
}

/** Estimates from the external or added load only: the body weight changes and may be unknown. */
function oneRepMaxEstimate({ type, loadMode, load, reps, rir }: CompletedSet): Load[] {
  if (load === null || reps === null || loadMode === 'ASSISTED' || !isUnaided({ type })) return []
  const value = oneRepetitionMaximum(load.value, reps, rir)
  return value === null ? [] : [{ value, unit: load.unit }]
}
