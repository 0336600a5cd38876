import { seconds } from '../../../lib/quantities.js'
import { convertLoad, type Load, type WeightUnit } from '../../../lib/units.js'
import { muscles, type ExerciseEntry, type Muscle } from '../exercises/vocabulary.js'
import { movedLoad } from './moved-load.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from './models.js'

/** Sets that count: those that were done and are no warm-ups. */
export const isWorking = ({ type, completedAt }: Pick<WorkoutSet, 'type' | 'completedAt'>): boolean =>
  type !== 'WARMUP' && completedAt !== null

/** What is counted of a workout. */
interface Entries {
  exercises: readonly Pick<WorkoutEntry, 'sets'>[]
}

const workingSets = ({ exercises }: Entries): WorkoutSet[] =>
  exercises.flatMap(({ sets }) => sets.filter(isWorking))

/** What the working sets come to. */
export function setsAndReps(workout: Entries): { sets: number; reps: number } {
  const working = workingSets(workout)
  return { sets: working.length, reps: working.reduce((sum, { reps }) => sum + (reps ?? 0), 0) }
}

/** Load times repetitions of all working sets, as far as it is known. */
export function volumeOf(workout: Entries, bodyWeight: Load | null, wanted: WeightUnit | null): number {
  const unit = wanted ?? 'KG'
  return workingSets(workout).reduce((sum, set) => {
    const moved = movedLoad(set, bodyWeight)
    return moved === null ? sum : sum + convertLoad(moved, unit) * (set.reps ?? 0)
  }, 0)
}

/** Null while it goes on. */
export const durationSeconds = ({
  startedAt,
  endedAt,
}: Pick<WorkoutContent, 'startedAt' | 'endedAt'>): number | null =>
  endedAt && (endedAt.getTime() - startedAt.getTime()) / seconds

type Worked = Pick<ExerciseEntry, 'primaryMuscles' | 'secondaryMuscles'>

/** How many working sets each muscle had, the most first: one as a primary muscle, half as a secondary one. */
export function musclesWorked(
  { exercises }: Pick<WorkoutContent, 'exercises'>,
  exerciseOf: (exerciseId: string) => Worked | undefined,
): { muscle: Muscle; sets: number }[] {
  const worked = new Map<Muscle, number>()
  for (const { exerciseId, sets } of exercises) {
    const count = sets.filter(isWorking).length
    const { primaryMuscles = [], secondaryMuscles = [] } = exerciseOf(exerciseId) ?? {}
    const shares = new Map<Muscle, number>(secondaryMuscles.map(muscle => [muscle, 0.5]))
    for (const muscle of primaryMuscles) shares.set(muscle, 1)
    for (const [muscle, share] of shares) worked.set(muscle, (worked.get(muscle) ?? 0) + share * count)
  }
  return muscles
    .map(muscle => ({ muscle, sets: worked.get(muscle) ?? 0 }))
    .filter(({ sets }) => sets > 0)
    .sort((one, other) => other.sets - one.sets)
}
