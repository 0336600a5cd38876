import { muscles, type ExerciseEntry, type Muscle } from '../../training/exercises/vocabulary.js'
import { unpackId } from './packed-workout.js'
import { addAt, type ExerciseSums } from './sums.js'

type WorkedMuscles = Pick<ExerciseEntry, 'primaryMuscles' | 'secondaryMuscles'>

/** What a muscle has of all exercises. */
export interface MuscleSums extends ExerciseSums {
  muscle: Muscle
  sets: number
}

/** Shares what was done among the muscles that the exercises work today: whole where they do the work, half where they help. */
export function sumsByMuscle(
  exercises: ReadonlyMap<string, ExerciseSums>,
  workedBy: (exerciseId: string) => WorkedMuscles | undefined,
): MuscleSums[] {
  const sums = new Map<Muscle, MuscleSums>()
  for (const [packedId, { volume, weeks }] of exercises)
    for (const [muscle, share] of muscleShares(workedBy(unpackId(packedId)))) {
      const known = sums.get(muscle) ?? { muscle, volume: 0, sets: 0, weeks: new Float64Array(weeks.length) }
      known.volume += share * volume
      weeks.forEach((sets, week) => {
        addAt(known.weeks, week, share * sets)
        known.sets += share * sets
      })
      sums.set(muscle, known)
    }
  return muscles.flatMap(muscle => sums.get(muscle) ?? [])
}

/** One that does the work, too, counts as primary only. */
function muscleShares(
  { primaryMuscles, secondaryMuscles }: WorkedMuscles = { primaryMuscles: [], secondaryMuscles: [] },
) {
  const all = new Map<Muscle, number>(secondaryMuscles.map(muscle => [muscle, 0.5]))
  for (const muscle of primaryMuscles) all.set(muscle, 1)
  return all
}
