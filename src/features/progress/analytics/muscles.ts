import { muscles, type ExerciseEntry, type Muscle } from '../../../lib/exercise-vocabulary.js'
import { unpackId } from './packed-workout.js'
import { addAt, type ExerciseSums } from './sums.js'

type WorkedMuscles = Pick<ExerciseEntry, 'primaryMuscles' | 'secondaryMuscles'>

export interface MuscleSums extends ExerciseSums {
  muscle: Muscle
  sets: number
}

/** Sums by muscle, based on the current muscles of the exercises. Primary muscles count fully, secondary ones half. */
export function sumsByMuscle(
  exercises: ReadonlyMap<string, ExerciseSums>,
  workedBy: (exerciseId: string) => WorkedMuscles | undefined,
): MuscleSums[] {
  const sums = new Map<Muscle, MuscleSums>()
  for (const [packedId, { volume, weeks }] of exercises)
    for (const [muscle, share] of muscleShares(workedBy(unpackId(packedId)))) {
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
  return muscles.flatMap(muscle => sums.get(muscle) ?? [])
}

/** A muscle that is both primary and secondary counts as primary. */
function muscleShares(
  { primaryMuscles, secondaryMuscles }: WorkedMuscles = { primaryMuscles: [], secondaryMuscles: [] },
) {
  const all = new Map<Muscle, number>(secondaryMuscles.map(muscle => [muscle, 0.5]))
  for (const muscle of primaryMuscles) all.set(muscle, 1)
  return all
}
