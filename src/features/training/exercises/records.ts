import { parseIdAt } from '../../../lib/ids.js'
import type { StoredRecord } from '../../owned/models.js'
import { deleteOperation, ownedRecord, presentEach, saveOperation } from '../../owned/record.js'
import type { ExerciseContent, DeletedExerciseContent, FavoriteInput } from './models.js'
import { readExercise } from './custom/input.js'
import { toExercise } from './custom/present.js'
import type { CustomExerciseService } from './custom/service.js'
import type { FavoriteService } from './favorites/service.js'
import type { ExerciseService } from './service.js'

interface Services {
  exercises: Pick<ExerciseService, 'findMany'>
  custom: CustomExerciseService
  favorites: FavoriteService
}

export const exerciseRecords = ({ exercises, custom, favorites }: Services) => [
  ownedRecord({
    type: 'EXERCISE',
    typename: 'Exercise',
    payload: 'exercise',
    present: presentEach(row => toExercise(row as StoredRecord<ExerciseContent, DeletedExerciseContent>)),
    operations: {
      saveExercise: saveOperation(custom, readExercise),
      deleteExercise: deleteOperation(custom),
    },
  }),
  // The record of a favorite is the exercise that it refers to.
  ownedRecord({
    type: 'FAVORITE',
    typename: 'Exercise',
    payload: null,
    isReference: true,
    async present(userId, rows) {
      const exercisesById = await exercises.findMany(
        userId,
        rows.map(({ id }) => id),
      )
      return [...exercisesById.values()]
    },
    operations: {
      favoriteExercise: {
        idField: 'id',
        apply(userId: string, { id, favorite }: FavoriteInput, path: string) {
          const idPath = `${path}.id`
          return favorites.setFavorite(userId, { id: parseIdAt(id, idPath), favorite }, idPath)
        },
      },
    },
  }),
]
