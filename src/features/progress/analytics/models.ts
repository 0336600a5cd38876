import type { CalendarDate } from '../../../lib/calendar.js'
import type { Load, WeightUnit } from '../../../lib/units.js'
import type { Deltoid, Muscle } from '../../../lib/exercise-vocabulary.js'
import type { RepetitionLoad } from '../records/bests.js'

/** The completed working sets of one exercise in a completed workout. */
export interface CompletedExercise {
  exerciseId: string
  sets: number
  /** Load times repetitions, in kilograms. */
  volume: number
  /** The best one-repetition maximum estimate; null if no set allows one. */
  estimate: Load | null
  /** The heaviest loads by number of repetitions. */
  repetitionLoads: RepetitionLoad[]
  /** The longest distance of a set in meters; null if no set has one. */
  distance: number | null
}

/** The data of a completed workout that analytics need. */
export interface CompletedWorkout {
  startedAt: Date
  /** The day of the start in the time zone of the workout, as the number of days since January 1, 1970. */
  day: number
  /** Distinct exercises with completed working sets. */
  exercises: CompletedExercise[]
}

export interface CompletedWorkoutChange {
  id: string
  /** Null if the workout did not exist or was not completed. */
  before: CompletedWorkout | null
  /** Null if the workout no longer exists or is not completed. */
  after: CompletedWorkout | null
}

export interface DataPoint {
  date: CalendarDate
  value: number | null
}

export interface MuscleVolume {
  muscle: Muscle
  volume: number
}

export interface MuscleSeries {
  muscle: Muscle
  weeks: DataPoint[]
}

export interface DeltoidSeries {
  deltoid: Deltoid
  weeks: DataPoint[]
}

export interface Streak {
  current: number
  longest: number
  unit: 'WEEK'
}

/** The heaviest load that a user has lifted for a number of repetitions. */
export interface RepetitionRecord {
  exerciseId: string
  reps: number
  load: number
  unit: WeightUnit
  achievedAt: Date
  workoutId: string
  setId: string
}

export interface ComparisonValue {
  current: number
  previous: number
}

export interface Comparison {
  workouts: ComparisonValue
  volume: ComparisonValue
  sets: ComparisonValue
}

export interface AnalyticsDraft {
  range: { from: CalendarDate; to: CalendarDate }
  timezone: string
  unit?: WeightUnit | null
}

/** Values that are requested together are read together, once. */
export interface Analytics {
  volumeByWeek(): Promise<DataPoint[]>
  workoutsByWeek(): Promise<DataPoint[]>
  volumeByMuscle(): Promise<MuscleVolume[]>
  setsByMuscleAndWeek(): Promise<MuscleSeries[]>
  setsByDeltoidAndWeek(): Promise<DeltoidSeries[]>
  /** @throws AppError BAD_USER_INPUT */
  oneRepMaxSeries(exerciseId: string): Promise<DataPoint[]>
  bodyWeightSeries(): Promise<DataPoint[]>
  streak(): Promise<Streak>
  comparison(): Promise<Comparison>
}
