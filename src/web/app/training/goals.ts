import type {
  GoalFieldsFragment,
  GoalInput,
  GoalKind,
  TrackingType,
  WeightUnit,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { convert } from './units.js'

/** A goal as it is shown. The service derives the progress, so that a goal that was not sent has none. */
export type Goal = Pick<
  GoalFieldsFragment,
  'id' | 'kind' | 'exercise' | 'target' | 'unit' | 'reps' | 'startsOn' | 'endsOn' | 'progress' | 'achievedAt'
>

/** Returns how a saved goal is shown that the service has not received. */
export const toShownGoal = (goal: GoalInput): Goal => ({
  id: goal.id,
  kind: goal.kind,
  target: goal.target,
  startsOn: goal.startsOn,
  unit: goal.unit ?? null,
  reps: goal.reps ?? null,
  endsOn: goal.endsOn ?? null,
  exercise: goal.exerciseId ? { id: goal.exerciseId } : null,
  progress: { value: null, percent: 0 },
  achievedAt: null,
})

/** What the user enters for a goal. */
export interface GoalDraft {
  kind: GoalKind
  exerciseId: string | null
  target: number | null
  reps: number | null
  endsOn: string | null
}

const loadKinds: readonly GoalKind[] = ['ONE_RM', 'LOAD', 'BODY_WEIGHT']
const exerciseKinds: readonly GoalKind[] = ['ONE_RM', 'LOAD', 'DISTANCE']

export const hasLoad = (kind: GoalKind): boolean => loadKinds.includes(kind)
export const hasExercise = (kind: GoalKind): boolean => exerciseKinds.includes(kind)

/** The targets that the service accepts: loads in kilograms, sessions, and meters. */
const ranges: Record<GoalKind, readonly [least: number, most: number]> = {
  ONE_RM: [1, 1500],
  LOAD: [1, 1500],
  BODY_WEIGHT: [20, 500],
  SESSIONS_PER_WEEK: [1, 14],
  DISTANCE: [1, 1_000_000],
}

const withLoads: readonly TrackingType[] = ['WEIGHT_REPS', 'BODYWEIGHT_REPS']
const withDistances: readonly TrackingType[] = ['DISTANCE_DURATION', 'SHORT_DISTANCE_WEIGHT']

/** Whether exercises with the tracking type record what goals of the kind measure. */
export const recordsGoalValue = (kind: GoalKind, trackingType: TrackingType): boolean =>
  (kind === 'DISTANCE' ? withDistances : withLoads).includes(trackingType)

/** What is wrong with a draft, or the goal to save. */
type ReadGoal = { problem: 'exercise' | 'target' | 'reps' | 'end' } | { goal: GoalInput }

/** The greatest number of years between the first and the last day that the service accepts. */
const maxYears = 10

const addYears = (date: string, years: number): string =>
  String(Number(date.slice(0, 4)) + years).padStart(4, '0') + date.slice(4)

/** @param edited the goal that the draft replaces; null for a new goal, which starts today */
export function readGoal(
  draft: GoalDraft,
  unit: WeightUnit,
  today: string,
  edited: Pick<Goal, 'id' | 'startsOn' | 'endsOn'> | null = null,
): ReadGoal {
  const { kind, exerciseId, target, reps, endsOn } = draft
  if (hasExercise(kind) && exerciseId === null) return { problem: 'exercise' }
  const compared = target !== null && hasLoad(kind) ? convert({ value: target, unit }, 'KG') : target
  const [least, most] = ranges[kind]
  const isWhole = kind !== 'SESSIONS_PER_WEEK' || Number.isInteger(target)
  if (target === null || compared === null || compared < least || compared > most || !isWhole)
    return { problem: 'target' }
  const isCounted = reps !== null && Number.isInteger(reps) && reps >= 1 && reps <= 15
  if (kind === 'LOAD' && !isCounted) return { problem: 'reps' }
  const startsOn = edited?.startsOn ?? today
  // A goal whose last day has passed can still be corrected.
  const isEndUnchanged = edited !== null && endsOn === edited.endsOn
  const earliest = startsOn > today ? startsOn : today
  if (endsOn !== null && !isEndUnchanged && (endsOn < earliest || endsOn > addYears(startsOn, maxYears)))
    return { problem: 'end' }
  return {
    goal: {
      ...{ id: edited?.id ?? newId(), kind, target, startsOn, endsOn },
      exerciseId: hasExercise(kind) ? exerciseId : null,
      unit: hasLoad(kind) ? unit : null,
      reps: kind === 'LOAD' ? reps : null,
    },
  }
}
