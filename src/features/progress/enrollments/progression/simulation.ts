import type { CompletedSet } from '../../../training/workouts/performed.js'
import type { DayPlan } from '../models.js'
import { logDay, type LoggedDay } from './log.js'
import { isEvaluated, type TrainingDay, type Track } from './plan.js'
import { activeDay, trackState, type InitialLoads, type TrackStates } from './state.js'
import { requiredRepSum } from './track-evaluation.js'

type PrescribedSet = DayPlan['exercises'][number]['sets'][number]

/**
 * Logs a day as completed with exactly its target loads, minimum repetitions, durations and distances. With REP_SUM, the
 * last set gets the repetitions that are missing from the required sum.
 */
export function simulateCompletedDay(
  planned: TrainingDay,
  { exercises }: DayPlan,
  states: TrackStates,
  initialLoads: InitialLoads,
): LoggedDay {
  const day = activeDay(planned, states, initialLoads)
  const performed = exercises.map(({ exerciseId, sets }, index) => ({
    entryId: String(index),
    exerciseId,
    trackingType: trackAt(day, index).trackingType,
    bodyweightShare: 0,
    sets: sets.map(performPrescribedSet),
  }))
  for (const track of new Set(day.entries.map(entry => entry.track))) {
    if (track.rule?.type !== 'REP_SUM') continue
    const sets = performed.flatMap((exercise, index) =>
      trackAt(day, index) === track ? exercise.sets.filter(isEvaluated) : [],
    )
    const sum = sets.reduce((total, { reps }) => total + (reps ?? 0), 0)
    const last = sets.at(-1)
    const missing = requiredRepSum(track, trackState(track, states, initialLoads)) - sum
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
  return logDay(workout, day, 0)
}

const trackAt = ({ entries }: TrainingDay, index: number): Track => {
  const entry = entries[index]
  if (!entry) throw new Error('the exercise is not planned')
  return entry.track
}

const performPrescribedSet = ({ type, loadMode, target }: PrescribedSet, position: number): CompletedSet => ({
  id: String(position),
  type,
  loadMode,
  load: target.load,
  reps: target.minReps,
  durationSeconds: target.durationSeconds,
  distanceMeters: target.distanceMeters,
  rpe: null,
  rir: null,
})
