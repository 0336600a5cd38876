import type {
  Category,
  Equipment,
  ExerciseEntry,
  Force,
  Level,
  Mechanic,
  Muscle,
  TrackingType,
} from './vocabulary.js'

export interface Exercise extends ExerciseEntry {
  id: string
  /** 'own': a person's own, which nobody else sees. */
  source: Source | 'own'
  version: number
  createdAt: Date
  updatedAt: Date
  /** Of a person's own that is deleted, name, muscles and tracking type are left while their workouts name it. */
  isDeleted: boolean
}

/** Where an exercise of the catalogue comes from: the service's own one or an imported one. */
export type Source = 'starter' | 'free-exercise-db'

/** What a person says of an exercise of their own. */
export type ExerciseContent = Omit<ExerciseEntry, 'slug'>

/** What is left of a deleted one while a workout names it. */
export type ExerciseRemains = Pick<
  ExerciseContent,
  'name' | 'primaryMuscles' | 'secondaryMuscles' | 'trackingType'
>

/** An exercise of a person's own as it is sent: whole, what is left out is null. */
export interface ExerciseDraft {
  id: string
  expectedVersion?: number | null
  name: string
  category?: Category | null
  force?: Force | null
  level?: Level | null
  mechanic?: Mechanic | null
  equipment?: readonly Equipment[] | null
  primaryMuscles?: readonly Muscle[] | null
  secondaryMuscles?: readonly Muscle[] | null
  trackingType?: TrackingType | null
  isUnilateral?: boolean | null
  instructions?: readonly string[] | null
  aliases?: readonly string[] | null
}

/** Whether an exercise is to be a favourite. */
export interface FavoriteChoice {
  id: string
  favorite: boolean
}
