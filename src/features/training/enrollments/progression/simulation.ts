import type { DoneSet } from '../../workouts/performed.js'
import type { DayPlan } from '../models.js'
import { logOf, type LoggedDay } from './log.js'
import { isCompared, type TrainingDay, type Track } from './plan.js'
import { stateOf, type Origin, type States } from './state.js'
import { wantedSum } from './verdict.js'

type AskedSet = DayPlan['exercises'][number]['sets'][number]

/**
 * A day that was completed with exactly its targets: their loads, least repetitions, times and distances. Under REP_SUM
 * the last set also has the repetitions that the targets lack to the sum.
 */
export function completedAsAsked(
  day: TrainingDay,
  { exercises }: DayPlan,
  states: States,
  origin: Origin,
): LoggedDay {
  const performed = exercises.map(({ exerciseId, sets }, at) => ({
    entryId: String(at),
    exerciseId,
    trackingType: trackAt(day, at).trackingType,
    sets: sets.map(done),
  }))
  for (const track of new Set(day.entries.map(entry => entry.track))) {
    if (track.rule?.type !== 'REP_SUM') continue
    const sets = performed.flatMap((exercise, at) =>
      trackAt(day, at) === track ? exercise.sets.filter(isCompared) : [],
    )
    const sum = sets.reduce((total, { reps }) => total + (reps ?? 0), 0)
    const last = sets.at(-1)
    const missing = wantedSum(track, stateOf(track, states, origin)) - sum
    if (last && missing > 0) last.reps = (last.reps ?? 0) + missing
  }
  const workout = {
    id: '',
    startedAt: new Date(0),
    isCompleted: true,
    bodyWeight: null,
    programDay: null,
    exercises: performed,
  }
  return logOf(workout, day, 0)
}

const trackAt = ({ entries }: TrainingDay, at: number): Track => {
  const entry = entries[at]
  if (!entry) throw new Error('the exercise is not planned')
  return entry.track
}

const done = ({ type, loadMode, target }: AskedSet, at: number): DoneSet => ({
  id: String(at),
  type,
  loadMode,
  load: target.load,
  reps: target.minReps,
  durationSeconds: target.durationSeconds,
  distanceMeters: target.distanceMeters,
  rpe: null,
  rir: null,
})
