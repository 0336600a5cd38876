import { parseIdAt } from '../../../lib/ids.js'
import { readDeletion, type DeletionDraft } from '../../owned/deletion.js'
import type { Writer } from '../../owned/models.js'
import type { ExerciseDraft, FavoriteChoice } from './models.js'
import { readDraft } from './own/draft.js'
import type { FavoriteService } from './own/favorite-service.js'
import type { OwnExerciseService } from './own/service.js'

/** What a sync may do to exercises. */
export const exerciseWriters = (own: OwnExerciseService, favorites: FavoriteService) => ({
  saveExercise: {
    ...{ type: 'EXERCISE' as const, kind: own, idField: 'id' },
    read: readDraft,
  } satisfies Writer<ExerciseDraft>,
  deleteExercise: {
    ...{ type: 'EXERCISE' as const, kind: own, idField: 'id' },
    read: readDeletion,
  } satisfies Writer<DeletionDraft>,
  favoriteExercise: {
    ...{ type: 'FAVORITE' as const, idField: 'id' },
    apply(userId, { id, favorite }, path) {
      const at = `${path}.id`
      return favorites.choose(userId, { id: parseIdAt(id, at), favorite }, at)
    },
  } satisfies Writer<FavoriteChoice>,
})
