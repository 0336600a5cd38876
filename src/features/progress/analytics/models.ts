import type { CalendarDate } from '../../../lib/calendar.js'
import type { Load, WeightUnit } from '../../../lib/units.js'
import type { Muscle } from '../../training/exercises/vocabulary.js'

/** What counts of one exercise in a completed workout: its working sets that were done. */
export interface CompletedExercise {
  exerciseId: string
  sets: number
  /** Load times repetitions, in kilograms. */
  volume: number
  /** The best estimate of what could be lifted once; null where nothing tells. */
  estimate: Load | null
}

/** A completed workout as analytics see it. */
export interface CompletedWorkout {
  startedAt: Date
  /** Each once, and only those with sets that count. */
  exercises: CompletedExercise[]
}

/** What came of one workout in a batch of writes. */
export interface CompletedWorkoutChange {
  id: string
  /** Null where it was not there, or not completed. */
  before: CompletedWorkout | null
  /** Null where it is not there any more, or not completed. */
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

export interface Streak {
  current: number
  longest: number
  unit: 'WEEK'
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

/** What is asked for, as it is sent. */
export interface AnalyticsDraft {
  range: { from: CalendarDate; to: CalendarDate }
  timezone: string
  unit?: WeightUnit | null
}

/** Reads what is asked of it, together and once. */
export interface Analytics {
  volumeByWeek(): Promise<DataPoint[]>
  workoutsByWeek(): Promise<DataPoint[]>
  volumeByMuscle(): Promise<MuscleVolume[]>
  setsByMuscleAndWeek(): Promise<MuscleSeries[]>
  /** @throws AppError BAD_USER_INPUT */
  oneRepMaxSeries(exerciseId: string): Promise<DataPoint[]>
  bodyWeightSeries(): Promise<DataPoint[]>
  streak(): Promise<Streak>
  comparison(): Promise<Comparison>
}
