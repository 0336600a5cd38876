import {
  deltoids,
  muscles,
  type Deltoid,
  type ExerciseEntry,
  type Muscle,
} from '../../../lib/exercise-vocabulary.js'
import { muscleShares, type TargetedMuscles } from '../../training/exercises/muscle-shares.js'
import { unpackId } from './packed-workout.js'
import { addAt, type ExerciseSums } from './sums.js'

export interface MuscleSums extends ExerciseSums {
  muscle: Muscle
  sets: number
}

interface DeltoidSets {
  deltoid: Deltoid
  weeks: Float64Array
}

/** Sums by muscle, based on the current muscles of the exercises. Primary muscles count fully, secondary ones half. */
export function sumsByMuscle(
  exercises: ReadonlyMap<string, ExerciseSums>,
  exerciseOf: (exerciseId: string) => TargetedMuscles | undefined,
): MuscleSums[] {
  const sums = new Map<Muscle, MuscleSums>()
  for (const [packedId, { volume, weeks }] of exercises) {
    const exercise = exerciseOf(unpackId(packedId))
    for (const [muscle, share] of exercise ? muscleShares(exercise) : []) {
      const existing = sums.get(muscle) ?? {
        muscle,
        volume: 0,
        sets: 0,
        weeks: new Float64Array(weeks.length),
      }
      existing.volume += share * volume
      weeks.forEach((sets, week) => {
        addAt(existing.weeks, week, share * sets)
        existing.sets += share * sets
      })
      sums.set(muscle, existing)
    }
  }
  return muscles.flatMap(muscle => sums.get(muscle) ?? [])
}

/** The sets of the trained deltoid heads. A set counts for each head of its exercise as it does for the shoulders. */
export function setsByDeltoid(
  exercises: ReadonlyMap<string, ExerciseSums>,
  exerciseOf: (exerciseId: string) => (TargetedMuscles & Pick<ExerciseEntry, 'deltoids'>) | undefined,
): DeltoidSets[] {
  const sums = new Map<Deltoid, Float64Array>()
  for (const [packedId, { weeks }] of exercises) {
    const exercise = exerciseOf(unpackId(packedId))
    const share = exercise && muscleShares(exercise).get('SHOULDERS')
    if (share === undefined) continue
    for (const deltoid of exercise?.deltoids ?? []) {
      const existing = sums.get(deltoid) ?? new Float64Array(weeks.length)
      weeks.forEach((sets, week) => addAt(existing, week, share * sets))
      sums.set(deltoid, existing)
    }
  }
  return deltoids.flatMap(deltoid => {
    const weeks = sums.get(deltoid)
    return weeks ? [{ deltoid, weeks }] : []
  })
}
