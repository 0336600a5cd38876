import type { CalendarDate, Weekday } from '../../../lib/calendar.js'
import type { Load, WeightUnit } from '../../../lib/units.js'
import type { LoadMode, SetType } from '../../../lib/exercise-vocabulary.js'
import type { StoredRecord } from '../../owned/models.js'
import type { DayPosition } from './progression/plan.js'
import type { Adjustment } from './progression/replay.js'
import type { InheritedState, ProgressionReason, TrackState } from './progression/state.js'
import type { LoadingConditions } from './progression/weights.js'
import type { SetTarget } from '../../training/workouts/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    ENROLLMENT: true
  }
}

export type EnrollmentStatus = 'ACTIVE' | 'PAUSED' | 'FINISHED'

export interface EnrollmentContent {
  programId: string
  startDate: CalendarDate
  timezone: string
  /** In the order of the week. Empty means any day. */
  weekdays: Weekday[]
  /** Ordered by exercise id. */
  startingLoads: { exerciseId: string; load: Load }[]
  /** The unit of the targets at enrollment. Null in an enrollment as it is sent, for the unit of the profile. */
  unit: WeightUnit | null
  /** The gym at enrollment, which may have been deleted since; null without a gym. */
  gymId: string | null
  /**
   * The effect of the owner's commands. Null in an enrollment as it is sent, which leaves the stored decisions
   * unchanged.
   */
  decisions: Decisions | null
}

export interface Decisions {
  /** The status that the owner chose, which applies unless all days are done. */
  chosenStatus: EnrollmentStatus
  resumptions: number
  /** The unit of the targets that the owner chose later; null while it is that of the enrollment. */
  unit: WeightUnit | null
  /** The number of the program version after an upgrade; null while the enrollment follows its initial version. */
  upgradedTo: number | null
  upgrades: number
  skipped: SkippedDay[]
  adjustments: Adjustment[]
  /** The last commands, newest first. A repeated command is recognized by its name and the version that it created. */
  commands: { name: string; version: number }[]
}

interface SkippedDay extends DayPosition {
  /** Missing in days that were skipped before the time was stored. */
  at?: Date
}

export interface EnrollmentDerived {
  /** The number of the program version at enrollment. */
  enrolledVersion: number
  /** The user's one-repetition maxima by exercise, from the time when the program first required them. */
  maxima: { exerciseId: string; load: Load }[]
  /** The conditions of loading in chronological order, at least one. */
  periods: ConditionPeriod[]
  /** The track states at the end of the user's previous enrollment in the program. */
  inherited: (InheritedState & { track: string })[]
  states: (TrackState & { track: string })[]
  passedWeek: number
  /** The completed days in chronological order. */
  done: DayPosition[]
  /** The start of the last counted workout. */
  lastStartedAt: Date | null
  /** True if all days are done or skipped. */
  isCompleted: boolean
  /**
   * Set when a completed enrollment is reopened while another one is active: the value of `resumptions` at that time. The
   * enrollment is paused until it is resumed again.
   */
  pausedAtResumptions: number | null
}

/** Conditions of loading that apply to workouts after a time. */
export interface ConditionPeriod extends LoadingConditions {
  /** Null for the first conditions, from the enrollment on. */
  since: Date | null
}

export type EnrollmentRow = StoredRecord<EnrollmentContent, EnrollmentDerived>

/** An enrollment that is not a tombstone. */
export type ExistingEnrollment = EnrollmentRow & { content: EnrollmentContent; derived: EnrollmentDerived }

export interface ProgramEnrollment {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  ownerId: string
  content: EnrollmentContent
  derived: EnrollmentDerived
}

/** A planned set with its current target. */
interface PrescribedSet {
  type: SetType
  loadMode: LoadMode
  target: SetTarget
  percentOfOneRepMax: number | null
  isAmrap: boolean
  restSeconds: number | null
  notes: string | null
}

interface PrescribedExercise {
  exerciseId: string
  supersetId: string | null
  /** Null for an exercise without a progression rule. */
  reason: ProgressionReason | null
  /** Null without the rule PERCENT, or while unknown. */
  trainingMax: Load | null
  sets: PrescribedSet[]
}

/** A training day with the current targets of its sets. */
export interface DayPlan extends DayPosition {
  name: string
  isDeload: boolean
  exercises: PrescribedExercise[]
}

export interface NextDay extends DayPlan {
  date: CalendarDate
}

/** An upcoming, completed or skipped day in the schedule of an enrollment. */
export interface ScheduledDay extends NextDay {
  isSkipped: boolean
  /** The counted workout of a completed day. */
  workoutId: string | null
}

/** An enrollment as administrators see it. */
export interface ManagedEnrollment {
  enrollmentId: string
  userId: string
  enrollmentStatus: EnrollmentStatus
  programVersion: number
  enrolledAt: Date
}

/** The numbers of all enrollments in a program. */
export interface EnrollmentCounts {
  totalCount: number
  /** Active and paused ones. */
  openCount: number
  finishedCount: number
}
