import type { Locale } from '../../../lib/locales.js'
import type {
  Category,
  Deltoid,
  Equipment,
  ExerciseEntry,
  Force,
  Level,
  Mechanic,
  Muscle,
  TrackingType,
} from '../../../lib/exercise-vocabulary.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    EXERCISE: true
    FAVORITE: true
  }
}

export interface Exercise extends ExerciseEntry {
  id: string
  /** `own` for a custom exercise, which only its owner can see. */
  source: Source | 'own'
  version: number
  createdAt: Date
  updatedAt: Date
  /** A deleted custom exercise keeps its name, muscles and tracking type as long as a workout contains it. */
  isDeleted: boolean
  /** Custom and imported exercises have no translations. */
  translations?: Translations
  /** In the order in which they are shown. */
  images?: ExerciseImage[]
  videoUrl?: string | null
  /** True for an exercise of the catalogue that lists, searches and suggestions leave out. */
  isArchived?: boolean
}

/** A picture of an exercise of the catalogue. */
export interface ExerciseImage {
  assetId: string
  position: number
  /** In pixels, of the large size. */
  width: number
  height: number
  blurHash: string
}

/** The translatable texts of an exercise. */
export type ExerciseTexts = Pick<ExerciseEntry, 'name' | 'aliases' | 'instructions'>

/** The texts in languages other than English. */
export type Translations = Partial<Record<Locale, ExerciseTexts>>

/** Falls back to the untranslated texts. */
export const localizedTexts = (
  exercise: ExerciseTexts & Pick<Exercise, 'translations'>,
  locale: Locale,
): ExerciseTexts => exercise.translations?.[locale] ?? exercise

/**
 * The origin of an exercise of the catalogue: the starter catalogue, an imported one, or an administrator, who created or
 * changed it. An import updates only exercises of its own source.
 */
export type Source = 'starter' | 'free-exercise-db' | 'administrator'

/** The content of a custom exercise. */
export type ExerciseContent = Omit<ExerciseEntry, 'slug'>

/** The data that a deleted custom exercise keeps as long as a workout contains it. */
export type DeletedExerciseContent = Pick<
  ExerciseContent,
  | 'name'
  | 'category'
  | 'primaryMuscles'
  | 'secondaryMuscles'
  | 'deltoids'
  | 'trackingType'
  | 'bodyweightShare'
>

/** The input of `saveExercise`. */
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
  deltoids?: readonly Deltoid[] | null
  trackingType?: TrackingType | null
  isUnilateral?: boolean | null
  bodyweightShare?: number | null
  instructions?: readonly string[] | null
  aliases?: readonly string[] | null
}

/** What administrators write of an exercise of the catalogue. The texts of the entry are the English ones. */
export interface CatalogueContent extends ExerciseEntry {
  translations: Translations
  images: ExerciseImage[]
  videoUrl: string | null
}

/** The input of `saveCatalogueExercise`. */
export interface CatalogueExerciseDraft extends Omit<ExerciseDraft, 'name' | 'instructions' | 'aliases'> {
  slug: string
  videoUrl?: string | null
  translations: readonly TranslationDraft[]
  images?: readonly { assetId: string; position: number }[] | null
}

export interface TranslationDraft {
  locale: Locale
  name: string
  instructions?: readonly string[] | null
  aliases?: readonly string[] | null
}

/** The input of `favoriteExercise`. */
export interface FavoriteInput {
  id: string
  favorite: boolean
}
