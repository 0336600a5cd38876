import type { Optional } from '../../../lib/input-reader.js'
import type { Load } from '../../../lib/units.js'
import type { Equipment, Level, Muscle, SetType } from '../../../lib/exercise-vocabulary.js'
import type { Draft } from '../../owned/models.js'
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
  /** True if `minReps` are the least, and more are wanted. Missing in programs of earlier versions. */
  isAmrap?: boolean
  load: Load | null
  /** WARMUP: the load in percent of that of the first working set. Missing in programs of earlier versions. */
  warmupPercent?: number | null
  rpe: number | null
  /** 85 means 85 % of the training maximum. */
  percentOfOneRepMax: number | null
  restSeconds: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  notes: string | null
}

/** The rule by which loads and repetitions grow: one for each exercise and key of a program. */
export interface Progression {
  type: ProgressionType
  /** Distinguishes several rules for one exercise. */
  key: string | null
  /** Null for the default: 2.5 kg or 5 lb. */
  increment: Load | null
  successes: number
  failures: number
  deloadPercent: number
  /** Not null for DOUBLE, like `maxReps`. */
  minReps: number | null
  maxReps: number | null
  /** Not null for REP_SUM. */
  reps: number | null
  /** PERCENT: the training maximum in percent of the one-repetition maximum. Missing means 100. */
  trainingMaxPercent?: number | null
  /**
   * DOUBLE: the exercise that replaces this one once all working sets reached `maxReps`, until `failures` in a row. Missing
   * means null.
   */
  harderExerciseId?: string | null
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
  /** A rest day has no exercises. */
  isRest: boolean
  exercises: PlannedExercise[]
}

export interface ProgramWeek {
  /** The position in the program, from 1. */
  number: number
  label: string | null
  isDeload: boolean
  days: ProgramDay[]
}

export interface ProgramHeading {
  slug: string
  title: string
  description: string | null
  level: Level | null
  goal: Goal | null
  workoutSplit: WorkoutSplit | null
}

/** The requirements of a program, computed from its weeks. */
export interface ProgramRequirements {
  durationWeeks: number
  /** The training days of the week that has the most. */
  sessionsPerWeek: number
  /** The equipment of all exercises of the program. */
  equipment: Equipment[]
}

export interface PublishedContent extends ProgramHeading, ProgramRequirements {
  programId: string
  /** 1 for the first published version. */
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
  /** True if it was published for everyone. */
  isPublic: boolean
}

/** A program as its owner writes it, in a canonical form: equal programs have equal content. */
export interface ProgramContent extends Omit<ProgramHeading, 'slug'> {
  /** The wanted slug; null to derive it from the title. */
  slug: string | null
  weeks: ProgramWeek[]
  /** Null in a save, which leaves the visibility as it is. */
  visibility: ProgramVisibility | null
  /** The edition of the file of a built-in program; null for other programs. */
  edition: number | null
}

/** Average working sets per week and muscle. A set counts half for its secondary muscles. */
export type WeeklySets = Partial<Record<Muscle, number>>

export interface ProgramDerived extends ProgramRequirements {
  /** Differs from the wanted slug if that one is taken. */
  slug: string
  setCount: number
  weeklySets: WeeklySets
  /** The number of the latest published version; null before there is one. */
  publishedVersion: number | null
  /** The fingerprint of the content of the latest published version; null before there is one. */
  publishedFingerprint: string | null
  /** True if every user can see the program. */
  isPublic: boolean
}

/** A program as it is returned. The weeks are read only if they are requested. */
export interface Program extends ProgramHeading, ProgramRequirements {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  visibility: ProgramVisibility
  /** The number of the latest published version; null before there is one. */
  publishedVersion: number | null
  ownerId: string
  /** True if every user can see the program. */
  isPublic: boolean
  setCount: number
  weeklySets: WeeklySets
  /** Null if they have not been read. */
  loadedWeeks: ProgramWeek[] | null
}

export type RecommendationReasonKind =
  | 'GOAL'
  | 'RELATED_GOAL'
  | 'MOBILITY'
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
  kind: RecommendationReasonKind
  isContradiction: boolean
  muscles: Muscle[]
}

export interface ProgramRecommendation {
  program: Program
  score: number
  reasons: RecommendationReason[]
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

/** The input of `saveProgram`. */
export interface ProgramDraft extends Draft<ProgramHeading, 'title'> {
  id: string
  /** The version that the content was made from; null for a new program. */
  expectedVersion?: Optional<number>
  weeks: readonly ProgramWeekDraft[]
}

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
