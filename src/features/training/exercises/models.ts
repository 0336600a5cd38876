import type { Locale } from '../../../lib/locales.js'
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

declare module '../../owned/models.js' {
  interface OwnedTypes {
    EXERCISE: true
    FAVORITE: true
  }
}

export interface Exercise extends ExerciseEntry {
  id: string
  /** 'own': a person's own, which nobody else sees. */
  source: Source | 'own'
  version: number
  createdAt: Date
  updatedAt: Date
  /** Of a person's own that is deleted, name, muscles and tracking type are left while their workouts name it. */
  isDeleted: boolean
  /** Only exercises of the service's own catalogue have translations. */
  translations?: Translations
}

/** The texts of an exercise that differ from language to language. */
export type ExerciseTexts = Pick<ExerciseEntry, 'name' | 'aliases' | 'instructions'>

/** The texts in the languages other than English. */
export type Translations = Partial<Record<Locale, ExerciseTexts>>

/** The texts in a language. Exercises without a translation have one name in every language. */
export const localizedTexts = (
  exercise: ExerciseTexts & Pick<Exercise, 'translations'>,
  locale: Locale,
): ExerciseTexts => exercise.translations?.[locale] ?? exercise

/** Where an exercise of the catalogue comes from: the service's own one or an imported one. */
export type Source = 'starter' | 'free-exercise-db'

/** What a person says of an exercise of their own. */
export type ExerciseContent = Omit<ExerciseEntry, 'slug'>

/** What is left of a deleted one while a workout names it. */
export type DeletedExerciseContent = Pick<
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
