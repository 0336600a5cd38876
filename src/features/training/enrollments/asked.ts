import type { LoadMode, TrackingType } from '../exercises/vocabulary.js'
import { originOf, progressOf } from './courses.js'
import type { DayPlan, EnrollmentContent, EnrollmentDerived } from './models.js'
import type { Plan, TrainingDay } from './progression/plan.js'
import { statesFor } from './progression/replay.js'
import { stateOf, type Origin, type States } from './progression/state.js'
import { reasonOf, targetOf } from './progression/targets.js'

const loadModes: Partial<Record<TrackingType, LoadMode>> = {
  BODYWEIGHT_REPS: 'BODYWEIGHT',
  BODYWEIGHT_ASSISTED_REPS: 'ASSISTED',
}

/** All that is to be done on a day, as the enrolment stands. */
export const planDay = (
  day: TrainingDay,
  plan: Plan,
  content: EnrollmentContent,
  derived: EnrollmentDerived,
): DayPlan => askedWith(day, statesFor(progressOf(derived), plan, day), originOf(content, derived))

/** The same with given states. */
export function askedWith(day: TrainingDay, states: States, origin: Origin): DayPlan {
  const { week, name, isDeload, entries } = day
  const exercises = entries.map(({ exercise: { exerciseId, supersetId, sets }, track }) => {
    const state = stateOf(track, states, origin)
    return {
      ...{ exerciseId, supersetId, reason: reasonOf(track, state, isDeload) },
      sets: sets.map(set => ({
        ...{ type: set.type, restSeconds: set.restSeconds, notes: set.notes },
        loadMode: loadModes[track.trackingType] ?? 'EXTERNAL',
        target: targetOf(track, state, set, isDeload),
      })),
    }
  })
  return { week, day: day.day, name, isDeload, exercises }
}
