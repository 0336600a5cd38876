import type { AppError } from '../../errors.js'
import type { Locale } from '../../lib/locales.js'
import type { Optional } from '../../lib/input-reader.js'

/** What an owned record can be; the change feed names them so. */
export type OwnedType =
  | 'WORKOUT'
  | 'EXERCISE'
  | 'FAVORITE'
  | 'PROGRAM'
  | 'ENROLLMENT'
  | 'MEASUREMENT'
  | 'PROGRESS_PHOTO'
  | 'PROFILE'

/** Of what a record is made, as it is sent: with what may be left out. */
export type Draft<Whole, Demanded extends keyof Whole> = Pick<Whole, Demanded> & {
  [Name in Exclude<keyof Whole, Demanded>]?: Optional<Whole[Name]>
}

/** Why a write was refused; nothing was changed. */
export type WriteConflict = 'UNKNOWN' | 'VERSION' | 'DELETED' | 'ID_TAKEN' | 'ACTIVE'

/** A record or its tombstone, as it is stored. */
export interface Row<Content extends object = object, Derived extends object = object> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  /** Null while it lives. */
  deletedAt: Date | null
  /** What its owner wrote. Null in a tombstone, and where it is kept elsewhere. */
  content: Content | null
  /** What the service derived from it and from other records. */
  derived: Derived | null
}

/** A whole record as its owner wants it to be. */
export interface Save<Content extends object> {
  id: string
  /** The version that the content was made from; null for a new record. */
  expectedVersion: number | null
  /** In the one form that equal contents have. */
  content: Content
  /** Where it stands in what was sent, such as `input`, for messages of what is wrong with it. */
  path: string
  /** By which it is known when it is sent again, where its content is made from what may change. */
  mark?: string
}

export interface Deletion {
  id: string
  /** Null for whichever there is. */
  expectedVersion: number | null
}

export type Write<Content extends object> = Save<Content> | Deletion

export type WriteStatus = 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'

/** What came of a write. */
export interface Written<Content extends object = object, Derived extends object = object> {
  status: WriteStatus
  /** Null unless the status is CONFLICT. */
  conflict: WriteConflict | null
  /** The version that the write made, now or when it was sent first; null where there is none. */
  version: number | null
  /** As the server has it now; null where there is nothing that the caller may see. */
  row: Row<Content, Derived> | null
  /** When what was to be deleted was; null where it is there, or nothing is known of it. */
  deletedAt: Date | null
  /** What is wrong with what was sent; null unless the status is REFUSED. */
  error: AppError | null
}

/** What has become of a record in a batch of writes. */
export interface RecordChange<Content extends object, Derived extends object = object> {
  id: string
  before: Row<Content, Derived> | null
  /** Null where it was deleted. */
  after: Row<Content, Derived> | null
}

/** How a person uses an exercise. */
export interface ExerciseUse {
  /** In how many completed workouts. */
  timesPerformed: number
  /** The start of the latest of them. */
  lastPerformedAt: Date | null
  /** In how many workouts it is, also in those in progress and those in which nothing of it was done. */
  timesNamed: number
  /** What else is kept of its history, by those who follow it. */
  summary: string
}

/** What somebody's completed workouts come to over all, as achievements count it: exactly, whatever is changed. */
export interface Tally {
  /** Whole numbers, by their names; none is zero. */
  sums: Record<string, number>
  /** How many workouts there were in each calendar week, packed. */
  weeks: string
  /** How many workouts there were on special days, each in the workout's time zone. */
  days: Record<string, number>
  /** The enrolments that workouts have brought to their last day. */
  programs: string[]
}

/** What was earned of an achievement. */
export interface Earned {
  /** When each of its tiers was, upwards. */
  tiers: Date[]
  times: number
}

/** What is pluralize and numbered of one person. */
export interface Head {
  /** The number of the latest change. */
  seq: number
  /** How many living records there are of each type. */
  counts: Partial<Record<OwnedType, number>>
  /** The active record of each type that has one at most. */
  active: Partial<Record<OwnedType, string>>
  /** By the ids of those that a workout names. */
  exercises: Record<string, ExerciseUse>
  /** By calendar year, in UTC: how many completed workouts and exercises of such there are. */
  trainingYears: Record<number, number>
  /** Null where nothing was completed yet. */
  tally: Tally | null
  /** By the achievements' keys. */
  earned: Record<string, Earned>
}

/** What follows from changes, to be written with them. */
export interface Consequences {
  /**
   * Parts of what is derived for records, whether they have changed themselves or not. Who is patched here gets a new
   * place in the feed, but no version.
   */
  derived?: readonly DerivedPatch[]
  /** How exercises are used from now on; null where no workout names one any more. */
  exercises?: Record<string, ExerciseUse | null>
  trainingYears?: Head['trainingYears']
  tally?: Tally | null
  /** What is new of it. */
  earned?: Head['earned']
}

export interface DerivedPatch {
  id: string
  type: OwnedType
  set: Record<string, unknown>
  /** Whether it has become the active one of its type, or has ceased to be. */
  isActive?: boolean
}

/** How one operation of a sync is done; several that follow each other and share a kind go together. */
export interface BatchedWriter<Input> {
  kind: { apply(userId: string, writes: readonly Write<object>[]): Promise<Written[]> }
  /** @throws AppError for what is wrong with it, whatever is stored */
  read(input: Input, path: string): Write<object>
  /** How many sets are in it, of which a sync has a limit. */
  sets?(input: Input): number
}

/** How one operation of a sync is done that is no whole record. */
export interface SingleWriter<Input> {
  /** @param locale of texts that the operation takes from a built-in program */
  apply(userId: string, input: Input, path: string, locale: Locale): Promise<Written>
  /** How many sets it writes at most that are not in its input. A transaction of several operations has a limit of sets. */
  maxSetsWritten?: number
}

/** How a feature does an operation of a sync. */
export type Writer<Input> = {
  type: OwnedType
  /** Field of the input with the identifier of the record; without it the record is the account's profile. */
  idField?: string
} & (BatchedWriter<Input> | SingleWriter<Input>)

/** One entry of the change feed: a record at its latest change. */
export interface FeedChange {
  type: OwnedType
  id: string
  version: number
  deletedAt: Date | null
}
