import { newId } from '../../../client/index.js'
import type {
  GoalFieldsFragment,
  GoalInput,
  GoalKind,
  TrackingType,
  WeightUnit,
} from '../../../../generated/operations/web-app.js'
import { convert } from './units.js'

/** A goal as it is shown. The service derives the progress, so that a goal that was not sent has none. */
export type Goal = Pick<
  GoalFieldsFragment,
  'id' | 'kind' | 'exercise' | 'target' | 'unit' | 'reps' | 'endsOn' | 'progress' | 'achievedAt'
>

/** A saved goal that the service has not received. */
export const toShownGoal = ({ id, kind, exerciseId, target, unit, reps, endsOn }: GoalInput): Goal => ({
  ...{ id, kind, target, unit: unit ?? null, reps: reps ?? null, endsOn: endsOn ?? null },
  exercise: exerciseId ? { id: exerciseId } : null,
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

/** Whether an exercise records what a goal of a kind measures. */
export const fits = (kind: GoalKind, trackingType: TrackingType): boolean =>
  (kind === 'DISTANCE' ? withDistances : withLoads).includes(trackingType)

/** What is wrong with a draft, or the goal to save. */
export type ReadGoal = { problem: 'exercise' | 'target' | 'reps' | 'end' } | { goal: GoalInput }

export function readGoal(draft: GoalDraft, unit: WeightUnit, today: string): ReadGoal {
  const { kind, exerciseId, target, reps, endsOn } = draft
  if (hasExercise(kind) && exerciseId === null) return { problem: 'exercise' }
  const compared = target !== null && hasLoad(kind) ? convert({ value: target, unit }, 'KG') : target
  const [least, most] = ranges[kind]
  const isWhole = kind !== 'SESSIONS_PER_WEEK' || Number.isInteger(target)
  if (target === null || compared === null || compared < least || compared > most || !isWhole)
    return { problem: 'target' }
  const isCounted = reps !== null && Number.isInteger(reps) && reps >= 1 && reps <= 15
  if (kind === 'LOAD' && !isCounted) return { problem: 'reps' }
  if (endsOn !== null && endsOn < today) return { problem: 'end' }
  return {
    goal: {
      ...{ id: newId(), kind, target, startsOn: today, endsOn },
      exerciseId: hasExercise(kind) ? exerciseId : null,
      unit: hasLoad(kind) ? unit : null,
      reps: kind === 'LOAD' ? reps : null,
    },
  }
}
