import { bestsOf } from '../bests.js'
import type { Best, PerformedWorkout } from '../models.js'

/** What counts of one exercise in one workout. */
export interface Entry {
  workoutId: string
  startedAt: Date
  /** Whether the workout is completed, and a set of the exercise was done. */
  isPerformed: boolean
  /** None of a workout that is in progress. */
  bests: Best[]
}

/** By exercise, also where nothing of it was done. */
export function entriesOf({ id, startedAt, isCompleted, bodyWeight, exercises }: PerformedWorkout) {
  const entries = new Map<string, Entry>()
  for (const { exerciseId, trackingType } of exercises) {
    if (entries.has(exerciseId)) continue
    const sets = exercises.flatMap(entry => (entry.exerciseId === exerciseId ? entry.sets : []))
    const bests = isCompleted ? bestsOf({ trackingType, sets, bodyWeight }) : []
    const isPerformed = isCompleted && sets.length > 0
    entries.set(exerciseId, { workoutId: id, startedAt, isPerformed, bests })
  }
  return entries
}

/** The order in which workouts count. */
export function compareEntries(left: Entry, right: Entry): number {
  const apart = left.startedAt.getTime() - right.startedAt.getTime()
  return apart || (left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId))
}

type Packed = [startedAt: number, isPerformed: 0 | 1, ...bests: PackedBest[]]
type PackedBest = [Best['type'], Best['value'], Best['unit'], Best['reps'], Best['setId']]

/** An entry as one text: ten thousand of them are read and written whole, many times faster than as documents. */
export function packEntry({ startedAt, isPerformed, bests }: Entry): string {
  const packed: Packed = [
    startedAt.getTime(),
    isPerformed ? 1 : 0,
    ...bests.map(({ type, value, unit, reps, setId }): PackedBest => [type, value, unit, reps, setId]),
  ]
  return JSON.stringify(packed)
}

export function unpackEntry(workoutId: string, text: string): Entry {
  const [startedAt, isPerformed, ...bests] = JSON.parse(text) as Packed
  return {
    workoutId,
    startedAt: new Date(startedAt),
    isPerformed: isPerformed === 1,
    bests: bests.map(([type, value, unit, reps, setId]) => ({ type, value, unit, reps, setId })),
  }
}
