import type { Optional } from '../../../lib/input-reader.js'
import type { Load } from '../../../lib/units.js'
import type { Equipment, Level, Muscle, SetType } from '../exercises/vocabulary.js'
import type { Draft, WriteConflict } from '../../owned/models.js'
import type { Goal, WorkoutSplit } from '../../people/profile/fields.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    PROGRAM: true
  }
}

export type ProgressionType = 'LINEAR' | 'DOUBLE' | 'REP_SUM' | 'PERCENT'
export type ProgramVisibility = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'

export interface PlannedSet {
  type: SetType
  minReps: number | null
  maxReps: number | null
  load: Load | null
  rpe: number | null
  /** 85 is 85 %. */
  percentOfOneRepMax: number | null
  restSeconds: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  notes: string | null
}

/** How loads and repetitions of an exercise grow: one rule for each exercise of a program and key. */
export interface Progression {
  type: ProgressionType
  /** Tells several rules for one exercise apart. */
  key: string | null
  /** Null for the usual one: 2.5 kg or 5 lb. */
  increment: Load | null
  successes: number
  failures: number
  deloadPercent: number
  /** Not null with DOUBLE, as `maxReps`. */
  minReps: number | null
  maxReps: number | null
  /** Not null with REP_SUM. */
  reps: number | null
}

export interface PlannedExercise {
  /** Unique within the program. */
  id: string
  exerciseId: string
  supersetId: string | null
  sets: PlannedSet[]
  progression: Progression | null
}

export interface ProgramDay {
  name: string
  /** A day of rest has no exercises. */
  isRest: boolean
  exercises: PlannedExercise[]
}

export interface ProgramWeek {
  /** Its place in the program, from 1 on. */
  number: number
  label: string | null
  isDeload: boolean
  days: ProgramDay[]
}

/** What describes a program beside its weeks. */
export interface ProgramHeading {
  slug: string
  title: string
  description: string | null
  level: Level | null
  goal: Goal | null
  workoutSplit: WorkoutSplit | null
}

/** What follows from the weeks of a program. */
export interface ProgramExtent {
  durationWeeks: number
  /** Training days of the week that has most. */
  sessionsPerWeek: number
  /** All that any of its exercises needs. */
  equipment: Equipment[]
}

/** What is published of a program. */
export interface PublishedContent extends ProgramHeading, ProgramExtent {
  programId: string
  /** 1 for the first one that was published. */
  number: number
  weeks: ProgramWeek[]
}

/** A published version of a program. It never changes. */
export interface ProgramVersion extends PublishedContent {
  /** Derived from the program's id and the number. */
  id: string
  publishedAt: Date
  /** Null once the account of the owner is deleted. */
  ownerId: string | null
  /** Whether it was published for everyone. */
  isPublic: boolean
}

/** A program as its owner writes it, in the one form that equal programs have. */
export interface ProgramContent extends Omit<ProgramHeading, 'slug'> {
  /** As it is wanted; null for one that is made from the title. */
  slug: string | null
  weeks: ProgramWeek[]
  /** Null in what was sent, which leaves it as it is. */
  visibility: ProgramVisibility | null
  /** Of the service's own: which edition of its files. */
  edition: number | null
}

/** Sets a week, on the average, that a muscle has: those of helping muscles count half. */
export type WeeklySets = Partial<Record<Muscle, number>>

/** What the service derives for a program. */
export interface ProgramDerived extends ProgramExtent {
  /** As it is, which is not the wanted one where that is taken. */
  slug: string
  setCount: number
  weeklySets: WeeklySets
  /** The number of the latest published version; null before there is one. */
  publishedVersion: number | null
  /** Equal for content that equals what was published last. */
  publishedMark: string | null
  /** Whether everyone sees it. */
  isPublic: boolean
}

/** A program as it is shown; its weeks are read where they are asked for. */
export interface Program extends ProgramHeading, ProgramExtent {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  visibility: ProgramVisibility
  /** The number of the latest published version; null before there is one. */
  publishedVersion: number | null
  ownerId: string
  /** Whether everyone sees it. */
  isPublic: boolean
  setCount: number
  weeklySets: WeeklySets
  /** Null where they are still to be read. */
  loadedWeeks: ProgramWeek[] | null
}

export type ReasonKind =
  | 'GOAL'
  | 'RELATED_GOAL'
  | 'EXPERIENCE'
  | 'EASIER'
  | 'HARDER'
  | 'FREQUENCY'
  | 'FEWER_SESSIONS'
  | 'MORE_SESSIONS'
  | 'SPLIT'
  | 'OTHER_SPLIT'
  | 'MUSCLE_FOCUS'

export interface RecommendationReason {
  kind: ReasonKind
  isContradiction: boolean
  muscles: Muscle[]
}

export interface ProgramRecommendation {
  program: Program
  score: number
  reasons: RecommendationReason[]
}

export interface ProgramPayload {
  /** As it is stored. */
  program: Program | null
  conflict: WriteConflict | null
}

export type PlannedSetDraft = Draft<PlannedSet, never>
export type ProgressionDraft = Draft<Progression, 'type'>

export interface PlannedExerciseDraft extends Draft<
  Omit<PlannedExercise, 'sets' | 'progression'>,
  'id' | 'exerciseId'
> {
  sets: readonly PlannedSetDraft[]
  progression?: Optional<ProgressionDraft>
}

export interface ProgramDayDraft extends Draft<Omit<ProgramDay, 'exercises'>, 'name'> {
  exercises?: Optional<readonly PlannedExerciseDraft[]>
}

export interface ProgramWeekDraft extends Draft<Omit<ProgramWeek, 'days'>, never> {
  days: readonly ProgramDayDraft[]
}

/** A program as it is sent. */
export interface ProgramDraft extends Draft<ProgramHeading, 'title'> {
  id: string
  /** The version that it was made from; null for a new one. */
  expectedVersion?: Optional<number>
  weeks: readonly ProgramWeekDraft[]
}

/** Which programs are wanted, as it is sent. */
export interface ProgramFilterDraft {
  goals?: Optional<readonly Goal[]>
  levels?: Optional<readonly Level[]>
  workoutSplits?: Optional<readonly WorkoutSplit[]>
  equipment?: Optional<readonly Equipment[]>
  sessionsPerWeek?: Optional<readonly number[]>
  maxDurationWeeks?: Optional<number>
  scope?: Optional<'ALL' | 'MINE' | 'PUBLIC'>
  visibilities?: Optional<readonly ProgramVisibility[]>
}

export type ProgramOrder = 'TITLE' | 'RELEVANCE' | 'UPDATED'
