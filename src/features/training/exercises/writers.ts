import { parseIdAt } from '../../../lib/ids.js'
import { readDeletion, type DeletionDraft } from '../../owned/deletion.js'
import type { Writer } from '../../owned/models.js'
import type { ExerciseDraft, FavoriteChoice } from './models.js'
import { readExercise } from './custom/input.js'
import type { FavoriteService } from './favorites/service.js'
import type { CustomExerciseService } from './custom/service.js'

/** What a sync may do to exercises. */
export const exerciseWriters = (own: CustomExerciseService, favorites: FavoriteService) => ({
  saveExercise: {
    ...{ type: 'EXERCISE' as const, kind: own, idField: 'id' },
    read: readExercise,
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
