import type { ExerciseUses } from '../../training/exercises/exercise-use.js'
import { bestScoreIn } from '../records/history/summary.js'

/** The exercises of the catalogue that count for each lift. */
export const liftSlugs = {
  squat: ['barbell-back-squat', 'barbell-low-bar-squat', 'barbell-paused-squat'],
  benchPress: ['barbell-bench-press', 'barbell-paused-bench-press'],
  deadlift: ['barbell-deadlift', 'barbell-sumo-deadlift', 'barbell-paused-deadlift'],
} as const

export type Lift = keyof typeof liftSlugs

export type LiftIds = Readonly<Record<Lift, readonly string[]>>

/** The heaviest load of some exercises in kilograms, as records of the type WEIGHT count it; 0 if there is none. */
export const heaviestLoad = (uses: ExerciseUses, exerciseIds: readonly string[]): number =>
  Math.max(0, ...exerciseIds.flatMap(id => bestScoreIn(uses[id]?.summary, 'WEIGHT') ?? []))
