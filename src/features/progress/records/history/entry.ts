import { bestsOf } from '../bests.js'
import type { PerformedWorkout } from '../../../training/workouts/performed.js'
import type { Best } from '../models.js'
import type { Position } from './position.js'

/** One exercise in one workout, with all entries of the workout combined. */
export interface Entry extends Position {
  /** True if the workout is completed and contains a completed set of the exercise. */
  isPerformed: boolean
  /** Empty while the workout is in progress. */
  bests: Best[]
}

/** By exercise id, including exercises without completed sets. */
export type Entries = ReadonlyMap<string, Entry>

export function entriesOf({ id, startedAt, isCompleted, bodyWeight, exercises }: PerformedWorkout): Entries {
  const entries = new Map<string, Entry>()
  for (const { exerciseId, trackingType, bodyweightShare } of exercises) {
    if (entries.has(exerciseId)) continue
    const sets = exercises.flatMap(entry => (entry.exerciseId === exerciseId ? entry.sets : []))
    const bests = isCompleted ? bestsOf({ trackingType, sets, bodyWeight, bodyweightShare }) : []
    const isPerformed = isCompleted && sets.length > 0
    entries.set(exerciseId, { workoutId: id, startedAt, isPerformed, bests })
  }
  return entries
}

type Packed = [exerciseId: string, isPerformed: 0 | 1, ...bests: PackedBest[]][]
type PackedBest = [Best['type'], Best['value'], Best['unit'], Best['reps'], Best['setId']]

/** Serializes all entries to one string, which is read many times faster than a document. */
export function packEntries(entries: Entries): string {
  const packed: Packed = [...entries].map(([exerciseId, { isPerformed, bests }]) => [
    exerciseId,
    isPerformed ? 1 : 0,
    ...bests.map(({ type, value, unit, reps, setId }): PackedBest => [type, value, unit, reps, setId]),
  ])
  return JSON.stringify(packed)
}

export function unpackEntries(position: Position, text: string): Entries {
  return new Map(
    (JSON.parse(text) as Packed).map(([exerciseId, isPerformed, ...bests]) => [
      exerciseId,
      {
        ...position,
        isPerformed: isPerformed === 1,
        bests: bests.map(([type, value, unit, reps, setId]) => ({ type, value, unit, reps, setId })),
      },
    ]),
  )
}
