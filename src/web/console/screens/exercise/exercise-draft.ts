import type {
  CatalogueExerciseInput,
  EditableExerciseFragment,
} from '../../../../../generated/operations/console.js'
import { newId } from '../../../../client/new-id.js'

/** An exercise in the editor. Its version is 0 until it is saved. */
export type ExerciseDraft = Omit<EditableExerciseFragment, 'name' | 'muscleMapUrl'>

/** A new exercise, which the user has not filled in yet. */
export const emptyExercise = (): ExerciseDraft => ({
  id: newId(),
  version: 0,
  slug: '',
  category: 'STRENGTH',
  force: null,
  level: 'BEGINNER',
  mechanic: null,
  equipment: [],
  primaryMuscles: [],
  secondaryMuscles: [],
  deltoids: [],
  trackingType: 'WEIGHT_REPS',
  isUnilateral: false,
  bodyweightShare: null,
  videoUrl: null,
  isArchived: false,
  translations: [{ locale: 'en', name: '', instructions: [], aliases: [] }],
  images: [],
})

/** Returns the input of the mutation. Texts without a name are left out. */
export const toInput = (draft: ExerciseDraft): CatalogueExerciseInput => ({
  id: draft.id,
  expectedVersion: draft.version === 0 ? null : draft.version,
  slug: draft.slug,
  category: draft.category,
  force: draft.force,
  level: draft.level,
  mechanic: draft.mechanic,
  equipment: draft.equipment,
  primaryMuscles: draft.primaryMuscles,
  secondaryMuscles: draft.secondaryMuscles,
  deltoids: draft.deltoids,
  trackingType: draft.trackingType,
  isUnilateral: draft.isUnilateral,
  bodyweightShare: draft.bodyweightShare,
  videoUrl: draft.videoUrl,
  translations: draft.translations.filter(({ name }) => name.trim() !== ''),
  images: draft.images.map(({ assetId }, position) => ({ assetId, position })),
})
