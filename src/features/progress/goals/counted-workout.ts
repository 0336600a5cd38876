import { days } from '../../../lib/quantities.js'
import type { WorkoutVersion } from '../../training/workouts/listeners.js'
import { completedWorkout } from '../analytics/completed-workout.js'
import { packWorkout } from '../analytics/packed-workout.js'

/** The data of a workout by which the goals that it can change are found. */
export interface CountedWorkout {
  startedAt: Date
  exerciseIds: string[]
  /** Packs the workout as analytics store it. */
  pack(): string
}

/** Returns null for a workout that is not completed. */
export function countedWorkout(version: WorkoutVersion): CountedWorkout | null {
  const { performed } = version
  if (!performed.isCompleted) return null
  return {
    pack() {
      const completed = completedWorkout(version)
      return completed ? packWorkout(completed) : ''
    },
    startedAt: performed.startedAt,
    exerciseIds: [...new Set(performed.exercises.map(({ exerciseId }) => exerciseId))],
  }
}

/** The calendar years in UTC in which workouts start. */
export const startYears = (workouts: readonly CountedWorkout[]): number[] =>
  workouts.map(({ startedAt }) => startedAt.getUTCFullYear())

/** The range of the years in which the other workouts of the same weeks start. */
export function yearsAround(workouts: readonly CountedWorkout[]): { from: number; to: number } {
  const yearAfter = (difference: number) =>
    workouts.map(({ startedAt }) => new Date(startedAt.getTime() + difference).getUTCFullYear())
  return { from: Math.min(...yearAfter(-8 * days)), to: Math.max(...yearAfter(8 * days)) }
}
