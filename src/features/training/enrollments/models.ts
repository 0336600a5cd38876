import type { CalendarDate, Weekday } from '../../../lib/calendar.js'
import type { Load } from '../../../lib/units.js'
import type { LoadMode, SetType } from '../exercises/vocabulary.js'
import type { StoredRecord, WriteConflict } from '../../owned/models.js'
import type { Place } from './progression/plan.js'
import type { Adjustment } from './progression/replay.js'
import type { Inherited, ProgressionReason, State } from './progression/state.js'
import type { SetTarget } from '../workouts/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    ENROLLMENT: true
  }
}

export type EnrollmentStatus = 'ACTIVE' | 'PAUSED' | 'FINISHED'

/** What the owner of an enrolment has said. */
export interface EnrollmentContent {
  programId: string
  startDate: CalendarDate
  timezone: string
  /** In the order of the week; empty for any day. */
  weekdays: Weekday[]
  /** By exercise, in the order of their identifiers. */
  startingLoads: { exerciseId: string; load: Load }[]
  /** What its owner has decided since; null where an enrolment is sent anew, which leaves it as it is. */
  decisions: Decisions | null
}

export interface Decisions {
  /** What it is to be, unless its days are done. */
  wish: EnrollmentStatus
  /** How often it was resumed. */
  resumptions: number
  /** The version of the program that it was upgraded to; null for the one that it began with. */
  upgradedTo: number | null
  /** How often it was upgraded. */
  upgrades: number
  skipped: SkippedDay[]
  adjustments: Adjustment[]
  /** The last commands, the latest first: one that is sent again is known by its name and the version it made. */
  commands: { name: string; version: number }[]
}

export interface SkippedDay extends Place {
  /** Missing in days that were skipped before the moment was kept. */
  at?: Date
}

/** What follows from the program, from other records and from what was trained. */
export interface EnrollmentDerived {
  /** The version of the program that it began with. */
  enrolledVersion: number
  /** By exercise: records of one repetition, as they stood when they were needed first. */
  maxima: { exerciseId: string; load: Load }[]
  /** By track: what the enrolment before it in the program ended with. */
  inherited: (Inherited & { track: string })[]
  states: (State & { track: string })[]
  passedWeek: number
  /** The days that are done, in the order in which they were. */
  done: Place[]
  /** The start of the workout that counts for the last of them. */
  lastStartedAt: Date | null
  /** Whether all days are done or skipped. */
  isCompleted: boolean
  /** Where it had been completed and is not any more while another one is active: how often it had been resumed then. */
  heldBack: number | null
}

export type EnrollmentRow = StoredRecord<EnrollmentContent, EnrollmentDerived>

/** An enrolment as it is shown; what is to be trained is worked out where it is asked for. */
export interface ProgramEnrollment {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  ownerId: string
  content: EnrollmentContent
  derived: EnrollmentDerived
}

/** What came of a write that was asked for by itself. */
export interface EnrollmentOutcome {
  enrollment: ProgramEnrollment | null
  conflict: WriteConflict | null
}

/** A planned set with what it is to be. */
export interface AskedSet {
  type: SetType
  loadMode: LoadMode
  target: SetTarget
  restSeconds: number | null
  notes: string | null
}

export interface AskedExercise {
  exerciseId: string
  supersetId: string | null
  /** Null where it is trained as planned. */
  reason: ProgressionReason | null
  sets: AskedSet[]
}

/** A day of a program with all that is to be done on it. */
export interface DayPlan extends Place {
  name: string
  isDeload: boolean
  exercises: AskedExercise[]
}

/** The day to train next. */
export interface NextDay extends DayPlan {
  date: CalendarDate
}

/** A day in the schedule of an enrollment: still to come, done or skipped. */
export interface ScheduledDay extends NextDay {
  isSkipped: boolean
  /** The workout that counts for a done day. */
  workoutId: string | null
}
