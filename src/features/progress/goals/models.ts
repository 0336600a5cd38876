import type { CalendarDate } from '../../../lib/calendar.js'
import type { Optional } from '../../../lib/input-reader.js'
import type { WeightUnit } from '../../../lib/units.js'
import type { StoredRecord } from '../../owned/models.js'
import type { PresentedRecord } from '../../owned/record.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    GOAL: true
  }
}

export const goalKinds = ['ONE_RM', 'LOAD', 'BODY_WEIGHT', 'SESSIONS_PER_WEEK', 'DISTANCE'] as const

export type GoalKind = (typeof goalKinds)[number]

export interface GoalContent {
  kind: GoalKind
  /** Null for a body weight and for sessions. */
  exerciseId: string | null
  /** In `unit`, in sessions or in meters. */
  target: number
  /** Null for sessions and distances. */
  unit: WeightUnit | null
  /** The number of repetitions of a load; null for other kinds. */
  reps: number | null
  /** Inclusive, like `endsOn`. */
  startsOn: CalendarDate
  /** Null for a goal without an end. */
  endsOn: CalendarDate | null
}

/** The result of comparing a goal with the data that it counts. */
export interface GoalState {
  /** In the unit of the target; null without data, and for sessions, whose value depends on the current week. */
  value: number | null
  /** The body weight at the start, in the unit of the target; null for other kinds. */
  startValue: number | null
  achievedAt: Date | null
}

export interface GoalDerived extends GoalState {
  /** True once the goal was achieved. It stays true, so that the achievement counts each goal once. */
  wasAchieved: boolean
}

export interface GoalDraft {
  id: string
  /** The version that was edited; null for a new goal. */
  expectedVersion?: Optional<number>
  kind: GoalKind
  exerciseId?: Optional<string>
  target: number
  unit?: Optional<WeightUnit>
  reps?: Optional<number>
  startsOn: CalendarDate
  endsOn?: Optional<CalendarDate>
}

export type GoalRow = StoredRecord<GoalContent, GoalDerived>

export interface TrainingGoal extends PresentedRecord, GoalContent, GoalState {}
