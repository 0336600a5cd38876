import { defaultLoadMode } from '../../../lib/exercise-vocabulary.js'
import { initialLoadsOf, progressOf } from './derived-data.js'
import type { DayPlan, EnrollmentContent, EnrollmentDerived } from './models.js'
import type { Plan, TrainingDay } from './progression/plan.js'
import { statesBeforeWeek } from './progression/replay.js'
import { activeDay, trackState, type InitialLoads, type TrackStates } from './progression/state.js'
import { convertedLoad } from './progression/loads.js'
import { reasonOf, targetsOf } from './progression/targets.js'

/** Prescribes a training day from the current state of the enrollment. */
export const planDay = (
  day: TrainingDay,
  plan: Plan,
  content: EnrollmentContent,
  derived: EnrollmentDerived,
): DayPlan =>
  planDayWithStates(day, statesBeforeWeek(progressOf(derived), plan, day), initialLoadsOf(content, derived))

export function planDayWithStates(
  planned: TrainingDay,
  states: TrackStates,
  initialLoads: InitialLoads,
): DayPlan {
  const { week, day, name, isDeload, entries } = activeDay(planned, states, initialLoads)
  const exercises = entries.map(({ exercise: { exerciseId, supersetId, sets }, track }) => {
    const state = trackState(track, states, initialLoads)
    const targets = targetsOf(track, state, sets, isDeload)
    return {
      exerciseId,
      supersetId,
      reason: reasonOf(track, state, isDeload),
      trainingMax: state.maximum && convertedLoad(state.maximum, track.weights.unit),
      sets: targets.map(({ set, target }) => ({
        type: set.type,
        percentOfOneRepMax: set.percentOfOneRepMax,
        isAmrap: set.isAmrap ?? false,
        restSeconds: set.restSeconds,
        notes: set.notes,
        loadMode: defaultLoadMode(track.trackingType),
        target,
      })),
    }
  })
  return { week, day, name, isDeload, exercises }
}
